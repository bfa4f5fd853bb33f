/** `waitUntil` of `@open-wc/testing` with the patience that a busy machine needs. */
import { waitUntil as waitUntilOnce } from '@open-wc/testing';

/** Milliseconds, less than a test may take; `@open-wc/testing` gives up after one second. */
const PATIENCE_MS = 15_000;

/** Resolves when `check` first answers something true, and fails with `what` if it never does. */
export function waitUntil(
  check: () => unknown,
  what?: string,
  { timeout = PATIENCE_MS } = {},
): Promise<void> {
  return waitUntilOnce(check, what, { timeout });
}
