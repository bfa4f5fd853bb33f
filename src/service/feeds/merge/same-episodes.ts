/**
 * Which items of several feeds are one episode. Nothing is remembered: the feeds say it as they are, and the
 * order of their items does not matter. Two items of one feed are never one episode.
 */
import { pairNearest, type Dated } from './nearest.js';

/** The marks by which an item is recognized; empty if it has none. */
export interface Item {
  guid: string;
  /** URL of its recording without scheme and fragment. */
  recording: string;
  /** What tells an item without GUID and recording from others: its page and title, or its text. */
  standIn: string;
  /** As `titleKey` makes it. */
  title: string;
  /** Milliseconds since 1970. */
  time: number | undefined;
}

/** The items of one episode, in the order of the feeds: the first one gives its content. */
export type Episode<T extends Item> = [T, ...T[]];

/** An item, and the episode that it has joined or begun. */
interface Copy<T extends Item> {
  item: T;
  /** The recording without its query, if the feed has no other with the same. */
  file: string | undefined;
  episode?: Episode<T>;
}

/** Two dates of one episode are at most this far apart. */
const MAX_DISTANCE_MS = 30 * 86_400_000;

const datedTitle = ({ item: { title, time } }: Copy<Item>) =>
  time === undefined ? undefined : title;

/** The marks, the surest first. A GUID or a recording that a feed repeats goes to its nearest copy. */
const MARKS: [markOf: (copy: Copy<Item>) => string | undefined, maxDistance: number][] = [
  [
    ({ item: { guid, recording } }) => guid && recording && JSON.stringify([guid, recording]),
    Infinity,
  ],
  [({ item }) => item.guid, Infinity],
  [({ file }) => file, Infinity],
  [({ item }) => item.recording, Infinity],
  [({ item: { guid, recording, standIn } }) => (guid || recording ? '' : standIn), Infinity],
  // Equal dates first: of a title that is used every day, none may take its neighbour's.
  [datedTitle, 0],
  [datedTitle, MAX_DISTANCE_MS],
];

function compare(one: Item, other: Item): number {
  if (one.time !== other.time) return (one.time ?? 0) < (other.time ?? 0) ? -1 : 1;
  const [a, b] = [one, other].map(({ guid, recording, title, standIn }) =>
    [guid, recording, title, standIn].join('\n'),
  );
  return a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;
}

const fileOf = (recording: string): string => recording.replace(/\?.*$/s, '');

/** The items of a feed, in an order that does not depend on theirs. */
function copiesOf<T extends Item>(items: readonly T[]): Copy<T>[] {
  const counts = new Map<string, number>();
  for (const { recording } of items) {
    const file = fileOf(recording);
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return items.toSorted(compare).map((item) => {
    const file = fileOf(item.recording);
    return { item, file: counts.get(file) === 1 ? file : undefined };
  });
}

/** @param feeds their items; the first feed that has an episode gives its content */
export function recognizeEpisodes<T extends Item>(feeds: readonly (readonly T[])[]): Episode<T>[] {
  const earlier: Copy<T>[] = [];
  const episodes: Episode<T>[] = [];

  for (const items of feeds) {
    const copies = copiesOf(items);
    const taken = new Set<Episode<T>>();
    for (const [markOf, maxDistance] of MARKS) {
      const groups = new Map<string, { ones: Dated<Episode<T>>[]; others: Dated<Copy<T>>[] }>();
      for (const copy of copies) {
        const mark = copy.episode ? undefined : markOf(copy);
        if (!mark) continue;
        const group = groups.get(mark) ?? { ones: [], others: [] };
        groups.set(mark, group);
        group.others.push({ time: copy.item.time ?? 0, value: copy });
      }
      for (const copy of earlier) {
        const { item, episode } = copy;
        if (!episode || taken.has(episode)) continue;
        groups.get(markOf(copy) ?? '')?.ones.push({ time: item.time ?? 0, value: episode });
      }
      for (const { ones, others } of groups.values()) {
        pairNearest(ones, others, maxDistance, (episode, copy) => {
          if (taken.has(episode)) return false;
          taken.add(episode);
          episode.push(copy.item);
          copy.episode = episode;
          return true;
        });
      }
    }
    for (const copy of copies) {
      if (copy.episode) continue;
      copy.episode = [copy.item];
      episodes.push(copy.episode);
    }
    earlier.push(...copies);
  }
  return episodes;
}
