/**
 * Threads that read feeds, so that no feed stops the process from answering. A thread that takes
 * too long, or too much memory, is ended.
 */
import { Piscina } from 'piscina';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { Outcome, Tasks } from './feed-tasks.js';

export interface WorkerLimits {
  /** Threads that work at the same time. */
  threads: number;
  /** Maximum time for a task in milliseconds, from when it is given. */
  timeout: number;
  /** Maximum memory of a thread, in MiB; default 512. */
  heapMb?: number;
}

export interface FeedWorkers {
  /** @throws {PrivatePodcastError} `bad-feed`, `aborted`, and what the task throws. */
  run<Name extends keyof Tasks>(
    name: Name,
    task: Parameters<Tasks[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<Tasks[Name]>>;
  close(): Promise<void>;
}

/** In a variable, because Vite would rewrite the path of a file that it does not find. */
const workerFile = './feed-worker.js';

const DEFAULT_HEAP_MB = 512;
/** How long a thread that has nothing to do is kept. */
const IDLE_MS = 60_000;

/**
 * How long a thread may go on with a feed whose client has left. To end it and start another costs
 * more than most feeds do.
 */
const GRACE_MS = 1_000;

/** A signal that aborts a while after another. */
function afterGrace(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const leave = () => void setTimeout(() => controller.abort(), GRACE_MS).unref();
  signal.addEventListener('abort', leave, { once: true });
  return controller.signal;
}

const tooMuch = (what: string) =>
  new PrivatePodcastError('bad-feed', `The feed takes too much ${what} to read. Shorten it.`);

export function createFeedWorkers({
  threads,
  timeout,
  heapMb = DEFAULT_HEAP_MB,
}: WorkerLimits): FeedWorkers {
  const pool = new Piscina({
    filename: new URL(workerFile, import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });

  return {
    async run(name, task, signal) {
      if (signal?.aborted) throw new PrivatePodcastError('aborted', 'The client has left.');
      const deadline = AbortSignal.timeout(timeout);
      let outcome: Outcome<never>;
      try {
        outcome = (await pool.run(task, {
          name,
          signal: signal ? AbortSignal.any([afterGrace(signal), deadline]) : deadline,
        })) as Outcome<never>;
      } catch (error) {
        if (signal?.aborted) throw new PrivatePodcastError('aborted', 'The client has left.');
        if (deadline.aborted) throw tooMuch('time');
        if (isOutOfMemory(error)) throw tooMuch('memory');
        throw error;
      }
      if ('value' in outcome) return outcome.value;
      throw new PrivatePodcastError(outcome.code, outcome.message);
    },
    close: () => pool.destroy(),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
