/** What this browser remembers of listening: how far each episode was heard, and the speed. */
import { fnv1a } from '../../../podcast/values/guid.js';
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import { publicGuid } from '../../shared-chunk/public-guid.js';

/** How far an episode was heard. */
export interface Listened {
  /** In seconds. */
  position: number;
  /** In seconds; `undefined` if it is not known. */
  duration: number | undefined;
  isHeard: boolean;
}

const EPISODES_KEY = 'pps-listening';
const SPEED_KEY = 'pps-speed';
/** The episodes that are remembered; the ones heard longest ago go. */
const MAX_EPISODES = 500;

type Entry = [key: string, position: number, duration: number | null, isHeard: 0 | 1];

/** A page may have no storage, or be refused it, or it is full: then nothing is remembered. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** Nothing in it leads to the feed: a GUID may be a private URL. */
const keyOf = (episode: ShownEpisode) =>
  fnv1a(`${publicGuid(episode)} ${episode.publishDate ?? ''}`);

function readEntries(): Entry[] {
  return (
    withStorage((storage) => JSON.parse(storage.getItem(EPISODES_KEY) ?? '[]') as Entry[]) ?? []
  );
}

export function listenedTo(episode: ShownEpisode): Listened | undefined {
  const key = keyOf(episode);
  const entry = readEntries().find(([of]) => of === key);
  if (!entry) return undefined;
  const [, position, duration, isHeard] = entry;
  return { position, duration: duration ?? undefined, isHeard: isHeard === 1 };
}

export function rememberListened(episode: ShownEpisode, listened: Listened): void {
  const key = keyOf(episode);
  const others = readEntries().filter(([of]) => of !== key);
  const entry: Entry = [
    key,
    Math.floor(listened.position),
    listened.duration ? Math.floor(listened.duration) : null,
    listened.isHeard ? 1 : 0,
  ];
  const entries = JSON.stringify([...others, entry].slice(-MAX_EPISODES));
  withStorage((storage) => storage.setItem(EPISODES_KEY, entries));
}

/** Forgets positions, what was heard, and the speed. */
export function forgetListening(): void {
  withStorage((storage) => {
    storage.removeItem(EPISODES_KEY);
    storage.removeItem(SPEED_KEY);
  });
}

/** The speed that the member chose on this device; 1 by default. */
export const rememberedSpeed = (): number =>
  Number(withStorage((storage) => storage.getItem(SPEED_KEY))) || 1;

export function rememberSpeed(speed: number): void {
  withStorage((storage) => storage.setItem(SPEED_KEY, String(speed)));
}
