/** `waitUntil` of `@open-wc/testing`: it looks more often, and is as patient as a busy machine needs. */
import { waitUntil as waitUntilOnce } from '@open-wc/testing';

/** Milliseconds, less than a test may take; `@open-wc/testing` gives up after one second. */
const PATIENCE_MS = 15_000;

/** Milliseconds between two looks; `@open-wc/testing` waits 50, hundreds of times in these tests. */
const INTERVAL_MS = 10;

/** Resolves when `check` first answers something true, and fails with `what` if it never does. */
export function waitUntil(
  check: () => unknown,
  what?: string,
  { timeout = PATIENCE_MS } = {},
): Promise<void> {
  return waitUntilOnce(check, what, { timeout, interval: INTERVAL_MS });
}
