/** Asks again and again, less and less often, while the page is visible. */

/** Milliseconds before the first time; each wait is twice the one before. */
const FIRST_WAIT_MS = 2000;
/** Milliseconds of waiting in all. */
const MAX_WAIT_MS = 120_000;

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!document.hidden) resolve();
    };
    document.addEventListener('visibilitychange', check, { signal });
    check();
  });
}

/**
 * @param ask resolves with `true` when it need not be asked again.
 * @param signal ends it.
 */
export async function poll(ask: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  let waited = 0;
  for (let wait = FIRST_WAIT_MS; waited < MAX_WAIT_MS; wait *= 2) {
    const delay = Math.min(wait, MAX_WAIT_MS - waited);
    await new Promise((resolve) => setTimeout(resolve, delay));
    waited += delay;
    await untilVisible(signal);
    if (signal.aborted || (await ask())) return;
  }
}
