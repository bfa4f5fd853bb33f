/** Long work on a list, with pauses in which the page answers the member. */
import { pause, startWork } from '../loading/work-pauses.js';

/**
 * @param work on one item; `false` ends it.
 * @param isWanted asked after each pause: whether to go on.
 */
export async function inSlices<T>(
  items: Iterable<T>,
  isWanted: () => boolean,
  work: (item: T) => unknown,
): Promise<void> {
  let isPauseDue = startWork();
  for (const item of items) {
    if (work(item) === false) return;
    if (!isPauseDue()) continue;
    await pause();
    if (!isWanted()) return;
    isPauseDue = startWork();
  }
}
