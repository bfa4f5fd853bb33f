/** Long work in short pieces, so that the page answers the member meanwhile. */

/** Milliseconds of work between two pauses: with what one more piece takes, a phone stays under 50. */
const MAX_WORK_MS = 8;

interface YieldingScheduler {
  yield?: () => Promise<void>;
}

/** Lets the browser do what else is due. */
export async function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: YieldingScheduler };
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)));
}

/** @returns a function that tells whether a pause is due. */
export function startWork(): () => boolean {
  const end = performance.now() + MAX_WORK_MS;
  return () => performance.now() > end;
}
