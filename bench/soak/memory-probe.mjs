/** Loaded into the process that a soak loads: says what memory is in use after a collection. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('message', () => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ rss, heapUsed });
  });
  // A service that is told to stop must not wait for this.
  process.channel?.unref();
}
