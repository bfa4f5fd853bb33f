/** Finds what lies nearest in time. */

export interface Dated<T> {
  time: number;
  value: T;
}

/** Index of the first that is not before a time. */
function firstFrom(dated: readonly Dated<unknown>[], time: number): number {
  let low = 0;
  let high = dated.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((dated[middle]?.time ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Takes the nearest one that is accepted out of a list.
 * @param dated in the order of time
 */
export function takeNearest<T>(
  dated: Dated<T>[],
  time: number,
  maxDistance: number,
  accepts: (value: T) => boolean,
): T | undefined {
  let after = firstFrom(dated, time);
  let before = after - 1;
  const distanceAt = (index: number) => Math.abs((dated[index]?.time ?? Infinity) - time);
  for (;;) {
    const isBefore = distanceAt(before) <= distanceAt(after);
    const index = isBefore ? before : after;
    const found = dated[index];
    if (!found || distanceAt(index) > maxDistance) return undefined;
    if (accepts(found.value)) {
      dated.splice(index, 1);
      return found.value;
    }
    if (isBefore) before -= 1;
    else after += 1;
  }
}
