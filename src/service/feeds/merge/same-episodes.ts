/**
 * Which items of several feeds are one episode, and under which GUID members get it. An app knows an
 * episode by its GUID alone, so the first one that was given out stays, whatever feed has it later.
 */
import { takeNearest, type Dated } from './nearest.js';

/** The marks by which an item is recognized. */
export interface Item {
  /** Its GUID, or what stands for it; unique in its feed. */
  key: string;
  /** As `titleKey` makes it; empty titles are never compared. */
  title: string;
  /** Milliseconds since 1970. */
  time: number | undefined;
}

/** An item that members were given, as the store keeps it. */
export interface KnownItem {
  key: string;
  /** The GUID that members got for it. */
  given: string;
  /** `id` of the feed that had it first. */
  source: string;
  title: string;
  /** ISO 8601, or null without a date. */
  published: string | null;
}

export interface Source<T extends Item> {
  /** The same as long as the feed stays where it is. */
  id: string;
  items: readonly T[];
}

/** One episode with the items that have it, in the order of the feeds. At least one. */
export interface Episode<T extends Item> {
  given: string;
  items: T[];
}

export interface Recognized<T extends Item> {
  episodes: Episode<T>[];
  /** Items that the store does not know yet. */
  added: KnownItem[];
  /** Known items that turned out to be one episode with an older one, and got its GUID. */
  moved: KnownItem[];
}

/** Two dates of one episode are at most this far apart. */
const MAX_DISTANCE_MS = 30 * 86_400_000;

interface Group<T extends Item> extends Episode<T> {
  /** The smaller, the longer members know it. */
  rank: number;
  isKnown: boolean;
  /** Feeds that have it. */
  holders: Set<string>;
  /** Feeds that have it or had it. Each has an episode once: some repeat a title every day. */
  sources: Set<string>;
  /** Titles and times of items that may have left their feed. */
  past: { title: string; time: number }[];
  /** The group that turned out to be the same episode. */
  joined?: Group<T>;
}

/**
 * The feeds whose items are other episodes. With the same title and the very same date, an item is
 * the episode under a new GUID, which a move to another host brings.
 */
const excludedFrom = <T extends Item>(
  { items, holders, sources }: Group<T>,
  maxDistance: number,
) => (maxDistance === 0 && items.length > 0 ? holders : sources);

/** The groups without a feed's item, by title and in the order of time, to find that item's episode among. */
function indexTitles<T extends Item>(
  groups: readonly Group<T>[],
  source: string,
  titles: ReadonlySet<string>,
  maxDistance: number,
): Map<string, Dated<Group<T>>[]> {
  const index = new Map<string, Dated<Group<T>>[]>();
  for (const group of groups) {
    if (group.joined || excludedFrom(group, maxDistance).has(source)) continue;
    for (const { title, time } of group.items.length > 0 ? group.items : group.past) {
      if (!titles.has(title) || time === undefined) continue;
      const dated = index.get(title) ?? [];
      dated.push({ time, value: group });
      index.set(title, dated);
    }
  }
  for (const dated of index.values()) dated.sort((one, other) => one.time - other.time);
  return index;
}

function mayBeOne<T extends Item>(group: Group<T>, other: Group<T>, maxDistance: number): boolean {
  const excluded = excludedFrom(other, maxDistance);
  if (other.joined || [...excludedFrom(group, maxDistance)].some((id) => excluded.has(id))) {
    return false;
  }
  // An item that left its feed long ago gives its GUID to a newcomer, but takes none from anyone.
  return other.items.length > 0 || !group.isKnown;
}

/** Makes one episode of two; the one that members know longer gives its GUID. */
function join<T extends Item>(group: Group<T>, earlier: Group<T>): void {
  const [kept, gone] = group.rank < earlier.rank ? [group, earlier] : [earlier, group];
  kept.items = [...earlier.items, ...group.items];
  for (const source of gone.sources) kept.sources.add(source);
  for (const source of gone.holders) kept.holders.add(source);
  gone.items = [];
  gone.joined = kept;
}

/** Joins the items that only one feed has with episodes of the feeds before it. */
function joinByTitle<T extends Item>(
  alone: readonly Group<T>[],
  groups: readonly Group<T>[],
  source: string,
): void {
  const titles = new Set(alone.map(({ items }) => items[0]?.title ?? '').filter(Boolean));
  // Equal dates first: of a title that is used every day, none may take its neighbour's.
  for (const maxDistance of [0, MAX_DISTANCE_MS]) {
    const index = indexTitles(groups, source, titles, maxDistance);
    for (const group of alone) {
      const [item] = group.items;
      const dated = group.joined ? undefined : index.get(item?.title ?? '');
      if (!dated || item?.time === undefined) continue;
      const found = takeNearest(dated, item.time, maxDistance, (other) =>
        mayBeOne(group, other, maxDistance),
      );
      if (found) join(group, found);
    }
  }
}

/**
 * @param sources the first feed that has an episode gives its content
 * @param known items that the store knows, the oldest first
 */
export function recognizeEpisodes<T extends Item>(
  sources: readonly Source<T>[],
  known: readonly KnownItem[] = [],
): Recognized<T> {
  const groups: Group<T>[] = [];
  const byKey = new Map<string, Group<T>>();

  function addGroup(given: string, isKnown: boolean): Group<T> {
    const rank = groups.length;
    const group: Group<T> = {
      given,
      items: [],
      rank,
      isKnown,
      holders: new Set(),
      sources: new Set(),
      past: [],
    };
    groups.push(group);
    return group;
  }
  function groupOf(key: string): Group<T> | undefined {
    let group = byKey.get(key);
    while (group?.joined) group = group.joined;
    return group;
  }

  const current = new Set(sources.map(({ id }) => id));
  const byGuid = new Map<string, Group<T>>();
  for (const { key, given, source, title, published } of known) {
    const group = byGuid.get(given) ?? addGroup(given, true);
    byGuid.set(given, group);
    byKey.set(key, group);
    group.sources.add(source);
    // A feed that moved has a new ID: its old episodes are not another feed's.
    if (published !== null && current.has(source)) {
      group.past.push({ title, time: Date.parse(published) });
    }
  }

  for (const { id, items } of sources) {
    const found = new Set<Group<T>>();
    for (const item of items) {
      const group = groupOf(item.key) ?? addGroup(item.key, false);
      byKey.set(item.key, group);
      // A feed that has an episode twice gives it once.
      if (found.has(group)) continue;
      found.add(group);
      group.holders.add(id);
      group.items.push(item);
    }
    const alone = [...found].filter((group) => group.items.length === 1);
    for (const group of found) group.sources.add(id);
    joinByTitle(alone, groups, id);
  }

  const givenFor = (key: string) => groupOf(key)?.given ?? key;
  const knownKeys = new Set(known.map(({ key }) => key));
  const added = sources.flatMap(({ id, items }) =>
    items.flatMap(({ key, title, time }) => {
      if (knownKeys.has(key)) return [];
      knownKeys.add(key);
      const published = time === undefined ? null : new Date(time).toISOString();
      return [{ key, given: givenFor(key), source: id, title, published }];
    }),
  );
  const moved = known
    .map((item) => ({ ...item, given: givenFor(item.key) }))
    .filter(({ given }, index) => given !== known[index]?.given);
  return { episodes: groups.filter(({ items }) => items.length > 0), added, moved };
}
