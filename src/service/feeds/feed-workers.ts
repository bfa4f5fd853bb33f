/**
 * Threads that read feeds, so that no feed stops the process from answering. A thread that takes
 * too long, or too much memory, is ended. One that dies or cannot start fails the one task it has.
 */
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
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

/** A thread in a pool of its own, so that an error of the pool is that of the task it has. */
interface Thread {
  pool: Piscina;
  /** Fails its task. Absent while it has none. */
  fail?: ((error: unknown) => void) | undefined;
}

/** In a variable, because Vite would rewrite the path of a file that it does not find. */
const workerFile = './feed-worker.js';

const DEFAULT_HEAP_MB = 512;
/**
 * Piscina loads the module with `require` if it can. A thread that is ended meanwhile, because its client has left,
 * then ends the whole process ("IsGraphAsync must be used on an instantiated module", seen in Node 20). Without
 * `require` for such modules, it takes `import`, which may be ended at any time.
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
  const opened = new Set<Thread>();
  /** The one used last is taken first, so that the others can end. */
  const idle: Thread[] = [];
  let isClosed = false;

  function openThread(): Thread {
    const pool = new Piscina({
      filename: file,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      execArgv: WITHOUT_REQUIRE,
    });
    const thread: Thread = { pool };
    opened.add(thread);
    // Without a listener, such an error would end the process.
    pool.on('error', (error) => {
      if (thread.fail) {
        thread.fail(error);
        return;
      }
      dropThread(thread);
      log(describeFailure(threadFailure(error)));
    });
    return thread;
  }

  function dropThread(thread: Thread): void {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
    if (opened.delete(thread)) void thread.pool.destroy();
  }

  async function runInThread(name: string, task: unknown, ended: AbortSignal): Promise<unknown> {
    if (isClosed) throw new PrivatePodcastError('aborted', 'The service is closing.');
    const thread = idle.pop() ?? openThread();
    const failed = new AbortController();
    thread.fail = (error) => failed.abort(error);
    try {
      const signal = AbortSignal.any([ended, failed.signal]);
      const outcome: unknown = await thread.pool.run(task, { name, signal });
      idle.push(thread);
      return outcome;
    } catch (error) {
      dropThread(thread);
      throw failed.signal.aborted ? threadFailure(failed.signal.reason) : error;
    } finally {
      thread.fail = undefined;
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
      await Promise.all([...opened].map(({ pool }) => pool.destroy()));
    },
  };
}
