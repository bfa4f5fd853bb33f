/** Asks again and again, less and less often, while the page is visible. */

/** Milliseconds before the first time; each wait is twice the one before. */
export const FIRST_WAIT_MS = 2000;
/** Milliseconds of waiting in all. */
export const MAX_POLLING_MS = 120_000;

/** The time and the page that `poll` waits for. */
export interface PollClock {
  wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  untilVisible: (signal: AbortSignal) => Promise<unknown>;
}

const pageClock: PollClock = {
  wait: (milliseconds, signal) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
    }),
  untilVisible: (signal) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!document.hidden) resolve();
      };
      document.addEventListener('visibilitychange', check, { signal });
      check();
    }),
};

/**
 * @param ask resolves with `true` when it need not be asked again.
 * @param signal ends it.
 */
export async function poll(
  ask: () => Promise<boolean>,
  signal: AbortSignal,
  { wait, untilVisible }: PollClock = pageClock,
): Promise<void> {
  const isOver = () => signal.aborted;
  let waited = 0;
  for (let next = FIRST_WAIT_MS; waited < MAX_POLLING_MS && !isOver(); next *= 2) {
    const delay = Math.min(next, MAX_POLLING_MS - waited);
    await wait(delay, signal);
    waited += delay;
    await untilVisible(signal);
    if (isOver() || (await ask())) return;
  }
}
