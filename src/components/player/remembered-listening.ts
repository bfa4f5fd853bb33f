/**
 * This browser's memory of listening: how far each episode was heard, and the speed. Ten thousand rows
 * ask for it at each update, so storage is asked once in a task, and read when it holds something else.
 */
import { fnv1a } from '../../podcast/values/guid.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';
import { publicGuid } from '../podcast/public-guid.js';

/** How far an episode was heard. */
export interface Listened {
  /** In seconds. */
  position: number;
  /** In seconds; `undefined` if it is not known. */
  duration: number | undefined;
  isHeard: boolean;
}

/** An episode that was heard, among the others. */
export interface Recalled extends Listened {
  order: number;
}

const EPISODES_KEY = 'pps-listening';
const SPEED_KEY = 'pps-speed';
/** The episodes that are remembered; the ones heard longest ago go. */
const MAX_EPISODES = 500;
/** No recording is longer: other numbers in storage are not ours. */
const MAX_SECONDS = 1e6;

type Entry = [key: string, position: number, duration: number | null, isHeard: 0 | 1];

/** By key, the one heard last at the end. It outlasts a storage that is refused or full. */
let remembered = new Map<string, Entry>();
/** The text in storage that it was read from. */
let text: string | null | undefined;
/** Whether storage was asked in this task. */
let isFresh = false;

const keys = new WeakMap<ShownEpisode, string>();

/** By what an episode is known here. Nothing in it leads to the feed: a GUID may be a private URL. */
export function keyOf(episode: ShownEpisode): string {
  const known = keys.get(episode);
  if (known) return known;
  const key = fnv1a(`${publicGuid(episode)} ${episode.publishDate ?? ''}`);
  keys.set(episode, key);
  return key;
}

/** A page may have no storage, or be refused it, or it is full: then nothing is kept. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

const isSeconds = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= MAX_SECONDS;

/** Anything may stand in storage: other scripts of the page write there too. */
function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value)) return false;
  const [key, position, duration, isHeard] = value as unknown[];
  return (
    typeof key === 'string' &&
    /^[\da-f]{16}$/.test(key) &&
    isSeconds(position) &&
    (duration === null || isSeconds(duration)) &&
    (isHeard === 0 || isHeard === 1)
  );
}

function readEntries(json: string | null): Entry[] {
  try {
    const entries: unknown = JSON.parse(json ?? '');
    return Array.isArray(entries) ? entries.slice(-MAX_EPISODES).filter(isEntry) : [];
  } catch {
    return [];
  }
}

function entries(): Map<string, Entry> {
  if (isFresh) return remembered;
  isFresh = true;
  queueMicrotask(() => (isFresh = false));
  const stored = withStorage((storage) => storage.getItem(EPISODES_KEY));
  if (stored !== undefined && stored !== text) {
    text = stored;
    remembered = new Map(readEntries(stored).map((entry) => [entry[0], entry]));
  }
  return remembered;
}

/** The same, with the episode's place among those remembered: the one heard last is highest. */
export function recall(episode: ShownEpisode): Recalled | undefined {
  const listened = listenedTo(episode);
  return listened && { ...listened, order: [...entries().keys()].indexOf(keyOf(episode)) };
}

export function listenedTo(episode: ShownEpisode): Listened | undefined {
  // Ten thousand episodes have no keys until one of them is remembered.
  const entry = entries().size ? entries().get(keyOf(episode)) : undefined;
  if (!entry) return undefined;
  const [, position, duration, isHeard] = entry;
  return { position, duration: duration ?? undefined, isHeard: isHeard === 1 };
}

/** Adds to what is in storage now: another tab may have written there. */
export function rememberListened(
  episode: ShownEpisode,
  { position, duration, isHeard }: Listened,
): void {
  const key = keyOf(episode);
  isFresh = false;
  const all = entries();
  all.delete(key);
  all.set(key, [
    key,
    Math.floor(position),
    duration ? Math.floor(duration) : null,
    isHeard ? 1 : 0,
  ]);
  const [oldest = ''] = all.keys();
  if (all.size > MAX_EPISODES) all.delete(oldest);
  const json = JSON.stringify([...all.values()]);
  withStorage((storage) => {
    storage.setItem(EPISODES_KEY, json);
    text = json;
  });
}

/** Whether this browser remembers an episode. */
export const hasListened = (): boolean => entries().size > 0;

/** Forgets positions, what was heard, and the speed. */
export function forgetListening(): void {
  remembered.clear();
  withStorage((storage) => {
    storage.removeItem(EPISODES_KEY);
    storage.removeItem(SPEED_KEY);
  });
}

/** Whether another tab has remembered or forgotten something. */
export const isAboutListening = ({ key }: StorageEvent): boolean =>
  key === null || key === EPISODES_KEY;

/** The speed that the member chose on this device; 1 by default, and in place of one that nobody can follow. */
export function rememberedSpeed(): number {
  const speed = Number(withStorage((storage) => storage.getItem(SPEED_KEY)));
  return speed >= 0.5 && speed <= 3 ? speed : 1;
}

export function rememberSpeed(speed: number): void {
  withStorage((storage) => storage.setItem(SPEED_KEY, String(speed)));
}
