/** Pairs what lies nearest in time. */

export interface Dated<T> {
  time: number;
  value: T;
}

/** What has one time. Of both sides, one is soon empty: what it has is paired with the other. */
interface Point<One, Other> {
  time: number;
  ones: { order: number; value: One }[];
  others: Other[];
  before?: Point<One, Other> | undefined;
  after?: Point<One, Other> | undefined;
}

/** Two neighbours in time, one of each side. */
interface Gap<One, Other> {
  length: number;
  order: number;
  left: Point<One, Other>;
  right: Point<One, Other>;
}

/** Whether a gap comes before another: the shorter, then that of the earlier one, then the earlier in time. */
function isBefore(gap: Gap<unknown, unknown>, other: Gap<unknown, unknown>): boolean {
  if (gap.length !== other.length) return gap.length < other.length;
  if (gap.order !== other.order) return gap.order < other.order;
  return gap.left.time < other.left.time;
}

/** Inserts a gap into a list whose last one comes first. */
function insert<G extends Gap<unknown, unknown>>(gaps: G[], gap: G): void {
  let low = 0;
  let high = gaps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = gaps[middle];
    if (other && isBefore(gap, other)) low = middle + 1;
    else high = middle;
  }
  gaps.splice(low, 0, gap);
}

/**
 * Pairs the members of two lists, each once and the nearest first. Of several that are equally near, the
 * first of `ones` counts.
 * @param pair does it; false if it cannot be done with this one any more, which then is left out
 */
export function pairNearest<One, Other>(
  ones: readonly Dated<One>[],
  others: readonly Dated<Other>[],
  maxDistance: number,
  pair: (one: One, other: Other) => boolean,
): void {
  const points = new Map<number, Point<One, Other>>();
  const pointAt = (time: number) => {
    const point = points.get(time) ?? { time, ones: [], others: [] };
    points.set(time, point);
    return point;
  };
  // Each list is taken from its end.
  ones
    .map(({ time, value }, order) => ({ time, order, value }))
    .reverse()
    .forEach(({ time, ...one }) => pointAt(time).ones.push(one));
  for (const { time, value } of others.toReversed()) pointAt(time).others.push(value);

  /** Pairs the next two of a gap. */
  function pairNext(from: Point<One, Other>, to: Point<One, Other>): void {
    const [one, other] = [from.ones.pop(), to.others.at(-1)];
    if (one && other !== undefined && pair(one.value, other)) to.others.pop();
  }
  const orderOf = (left: Point<One, Other>, right: Point<One, Other>): number =>
    (left.ones.at(-1) ?? right.ones.at(-1))?.order ?? -1;
  const gaps: Gap<One, Other>[] = [];
  function addGap(left: Point<One, Other> | undefined, right: Point<One, Other> | undefined): void {
    if (!left || !right || left.ones.length > 0 === right.ones.length > 0) return;
    const order = orderOf(left, right);
    const length = right.time - left.time;
    if (length <= maxDistance) insert(gaps, { length, order, left, right });
  }
  const isEmpty = ({ ones, others }: Point<One, Other>) => ones.length + others.length === 0;

  const rest = [...points.values()]
    .sort((one, other) => one.time - other.time)
    .filter((point) => {
      while (point.ones.length > 0 && point.others.length > 0) pairNext(point, point);
      return !isEmpty(point);
    });
  rest.forEach((point, index) => {
    point.before = rest[index - 1];
    point.after = rest[index + 1];
    addGap(point.before, point);
  });
  for (let gap = gaps.pop(); gap; gap = gaps.pop()) {
    const { left, right } = gap;
    if (left.after !== right) continue;
    // Another gap has taken the one that it had.
    if (orderOf(left, right) !== gap.order) {
      addGap(left, right);
      continue;
    }
    if (left.ones.length > 0) pairNext(left, right);
    else pairNext(right, left);
    // What remains beside the gap.
    const from = isEmpty(left) ? left.before : left;
    const to = isEmpty(right) ? right.after : right;
    for (const point of [left, right]) if (isEmpty(point)) point.after = undefined;
    if (from) from.after = to;
    if (to) to.before = from;
    addGap(from, to);
  }
}
