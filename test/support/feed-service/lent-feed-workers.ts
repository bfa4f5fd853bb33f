/**
 * Threads that the services of one worker's tests borrow one after another: to start a thread and
 * load its module takes longer than most tests.
 */
import { vi } from 'vitest';
import {
  createFeedWorkers as createOwn,
  type FeedWorkers,
  type WorkerOptions,
} from '../../../src/service/feeds/feed-workers.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import type { Log } from '../../../src/service/failures/log.js';
import { note } from '../quiet/traces.js';

interface Owned {
  workers: FeedWorkers;
  /** The log of who has them. */
  log: Log;
}

let runningTasks = 0;

/** Whether a thread works for a service of this worker's tests. */
export const isReadingFeeds = (): boolean => runningTasks > 0;

/** By their options. */
const idle = new Map<string, Owned[]>();

function start(options: WorkerOptions): Owned {
  const log: Log = (line) => owned.log(line);
  const owned: Owned = { workers: createOwn({ ...options, log }), log: options.log };
  return owned;
}

/** As the service's own function, but that closing idle threads gives them back. */
export function createFeedWorkers({ log, ...options }: WorkerOptions): FeedWorkers {
  // A thread's time to end by a clock of one test must not reach another test.
  if (vi.isFakeTimers()) return createOwn({ ...options, log });
  const key = JSON.stringify(options);
  const shelf = idle.get(key) ?? [];
  idle.set(key, shelf);
  const owned = shelf.pop() ?? start({ ...options, log });
  owned.log = log;
  let running = 0;
  let isClosed = false;
  note('borrowed threads', () => isClosed);
  return {
    async run(name, task, signal) {
      if (isClosed) throw new PrivatePodcastError('aborted', 'The service is closing.');
      running++;
      runningTasks++;
      try {
        return await owned.workers.run(name, task, signal);
      } finally {
        running--;
        runningTasks--;
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      owned.log = () => undefined;
      if (running > 0 || vi.isFakeTimers()) await owned.workers.close();
      else shelf.push(owned);
    },
  };
}
