/** On a slow line the sound comes before the player, unless it takes its time. */

/** Milliseconds for which the player waits for the sound. */
const HEAD_START_MS = 400;

/** @param signal ends the wait. */
export function waitForSound(
  media: HTMLMediaElement | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, HEAD_START_MS);
    for (const type of ['playing', 'error']) media?.addEventListener(type, end, { once: true });
    signal?.addEventListener('abort', end);
  });
}
