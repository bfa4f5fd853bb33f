/**
 * Threads that read feeds, so that no feed stops the process from answering. A thread that takes
 * too long, or too much memory, is ended. One that dies or cannot start fails the one task it has.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { Log } from '../failures/log.js';
import { describeFailure } from '../failures/describe-failure.js';
import type { Outcome, Tasks } from './feed-tasks.js';

export interface WorkerOptions {
  /** Threads that work at the same time. */
  threads: number;
  /** Maximum time for a task in milliseconds, from when it is given. */
  timeout: number;
  /** Maximum memory of a thread, in MiB; default 512. */
  heapMb?: number | undefined;
  /** URL of the threads' module; default: `feed-worker.js`. */
  file?: string | undefined;
  /** Receives what went wrong with a thread that had no task. */
  log: Log;
}

export interface FeedWorkers {
  /**
   * @throws {PrivatePodcastError} `bad-feed`, `aborted`, `unavailable` if the thread died or could
   * not start, and what the task throws.
   */
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
/**
 * A thread that is ended while it loads a module with `require` ends the whole process ("IsGraphAsync must be used
 * on an instantiated module", seen in Node 20). What `import` loads may be ended at any time.
 */
const WITHOUT_REQUIRE = ['--no-experimental-require-module'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);
/** How long a thread that has nothing to do is kept. */
const IDLE_MS = 60_000;
/** When a client may try again: a new thread is started for each task until one starts. */
const RETRY_AFTER_SECONDS = 10;

/**
 * How long a thread may go on with a feed whose client has left. To end it and start another costs
 * more than most feeds do.
 */
const GRACE_MS = 1_000;

/** A signal that aborts a while after another, unless it is let go first. */
function afterGrace(signal: AbortSignal): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(() => controller.abort(), GRACE_MS).unref();
  };
  signal.addEventListener('abort', leave);
  const release = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  };
  return { signal: controller.signal, release };
}

const tooMuch = (what: string) =>
  new PrivatePodcastError('bad-feed', `The feed takes too much ${what} to read. Shorten it.`);

/** Node's code of an error, which says why a thread could not start. */
function codeOf(error: unknown): string | undefined {
  const isCoded = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isCoded ? (error.code as string) : undefined;
}

const isOutOfMemory = (error: unknown): boolean => codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';

function threadFailure(cause: unknown): PrivatePodcastError {
  const code = codeOf(cause);
  return new PrivatePodcastError(
    'unavailable',
    `A thread that reads feeds has died or could not start${code ? ` (${code})` : ''}. If this goes on, raise the limits of memory, open files and threads.`,
    { cause, retryAfter: RETRY_AFTER_SECONDS },
  );
}

export function createFeedWorkers({
  threads,
  timeout,
  heapMb = DEFAULT_HEAP_MB,
  file = new URL(workerFile, import.meta.url).href,
  log,
}: WorkerOptions): FeedWorkers {
  const queue = new PQueue({ concurrency: threads });
  const workers = new Set<Worker>();
  const busy = new Set<Worker>();
  /** The one used last is taken first, so that the others can end. */
  const idle: { worker: Worker; timer: NodeJS.Timeout }[] = [];
  let isClosed = false;

  function start(): Worker {
    const worker = new Worker(new URL(file), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      execArgv: WITHOUT_REQUIRE,
    });
    workers.add(worker);
    // Without a listener, such an error would end the process.
    worker.on('error', (error) => {
      if (busy.has(worker)) return;
      end(worker);
      log(describeFailure(threadFailure(error)));
    });
    return worker;
  }

  function end(worker: Worker): void {
    const at = idle.findIndex((each) => each.worker === worker);
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer);
    if (workers.delete(worker)) void worker.terminate();
  }

  function take(): Worker {
    const last = idle.pop();
    if (!last) return start();
    clearTimeout(last.timer);
    last.worker.ref();
    return last.worker;
  }

  function keep(worker: Worker): void {
    worker.unref();
    idle.push({ worker, timer: setTimeout(() => end(worker), IDLE_MS).unref() });
  }

  async function runInThread(name: string, task: unknown, ended: AbortSignal): Promise<unknown> {
    if (isClosed) throw new PrivatePodcastError('aborted', 'The service is closing.');
    const worker = take();
    const exited = new AbortController();
    const onExit = () => exited.abort();
    busy.add(worker);
    worker.once('exit', onExit);
    try {
      worker.postMessage({ name, task });
      const signal = AbortSignal.any([ended, exited.signal]);
      const [outcome] = (await once(worker, 'message', { signal })) as [unknown];
      keep(worker);
      return outcome;
    } catch (error) {
      end(worker);
      const isExit = exited.signal.aborted && error instanceof Error && error.name === 'AbortError';
      throw isExit ? threadFailure(undefined) : error;
    } finally {
      worker.off('exit', onExit);
      busy.delete(worker);
    }
  }

  return {
    async run(name, task, signal) {
      if (signal?.aborted) throw new PrivatePodcastError('aborted', 'The client has left.');
      const deadline = AbortSignal.timeout(timeout);
      const grace = signal && afterGrace(signal);
      const ended = grace ? AbortSignal.any([grace.signal, deadline]) : deadline;
      let outcome: Outcome<never>;
      try {
        outcome = (await queue.add(() => runInThread(name, task, ended), {
          signal: ended,
        })) as Outcome<never>;
      } catch (error) {
        if (signal?.aborted) throw new PrivatePodcastError('aborted', 'The client has left.');
        if (deadline.aborted) throw tooMuch('time');
        if (isOutOfMemory(error)) throw tooMuch('memory');
        throw error instanceof PrivatePodcastError ? error : threadFailure(error);
      } finally {
        grace?.release();
      }
      if ('value' in outcome) return outcome.value;
      throw new PrivatePodcastError(outcome.code, outcome.message);
    },
    async close() {
      isClosed = true;
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
