/** Waiting in a test for what happens in its own time, such as a write off the request path. */
import { vi } from 'vitest';

/** Milliseconds, longer than a busy machine needs: Vitest itself gives up after one second. */
const timeout = 20_000;

/** Repeats `check` until it no longer throws, and answers what it answers. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout });
}
