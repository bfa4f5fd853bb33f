/**
 * The last good copy of each feed of the catalogue, from its file or URL. It is cached in memory and
 * reloaded only when it may have changed. If reloading fails, is slow, or gives something else than
 * a feed, the last copy stays in use.
 */
import { readFile, stat } from 'node:fs/promises';
import type { Counter } from 'prom-client';
import { withDeadline } from '../../api/deadline.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { decodeFeed } from '../../podcast/xml/decode.js';
import { isWebUrl } from '../../urls/web-url.js';
import type { FeedCopy } from '../store/feed-copies.js';
import type { GuardedFetch } from './guarded-fetch.js';

/** One version of a show's feed. The object stays the same until the feed changes. */
export interface ShowFeed {
  xml: string;
  /** URL it came from, after redirects: for relative URLs; absent for a file. */
  url?: string;
  /** URL in the catalogue; absent for a file. */
  source?: string;
  /** Of a feed that is made of several: their URLs. */
  ownUrls?: readonly string[];
}

/** A cached feed and what shows whether its source has changed. */
interface Copy {
  feed: ShowFeed;
  checkedAt: number;
  /** When its source was last read, or found unchanged; of an earlier process: when this one took it up. */
  readAt: number;
  /** For a file: its modification time and size. */
  version?: string;
  /** For a URL: the validators of its last response, as headers for the next request. */
  conditions?: Record<string, string>;
}

interface Failure {
  error: unknown;
  at: number;
}

/** How long a fetched feed is used before its host is asked again. */
const FETCHED_FRESH_MS = 60_000;
/** How long a feed file is used before its modification time is looked at again. */
const FILE_FRESH_MS = 1_000;
/** How long members wait for a reload before they get the last copy. */
const MAX_WAIT_MS = 1_000;

/** Returns the result of the work, or the last copy if the work takes long. */
export async function unlessSlow<T>(work: Promise<T>, last: T): Promise<T> {
  try {
    return await withDeadline({ name: 'The show', timeout: MAX_WAIT_MS }, () => work);
  } catch (error) {
    if (error instanceof PrivatePodcastError && error.code === 'timeout') return last;
    throw error;
  }
}

async function readFeedFile(
  path: string,
  kept: Copy | undefined,
  checkedAt: number,
): Promise<Copy> {
  try {
    const { mtimeMs, size } = await stat(path);
    const version = `${mtimeMs}:${size}`;
    const at = { checkedAt, readAt: checkedAt };
    if (kept?.version === version) return { ...kept, ...at };
    return { feed: { xml: decodeFeed(await readFile(path)) }, ...at, version };
  } catch (cause) {
    throw new PrivatePodcastError(
      'unavailable',
      "The show's feed file cannot be read. Check that it is there, and that this user may read it.",
      { cause },
    );
  }
}

async function fetchFeed(
  fetchGuarded: GuardedFetch,
  source: string,
  kept: Copy | undefined,
  checkedAt: number,
): Promise<Copy> {
  const { status, headers, body, url } = await fetchGuarded(source, {
    headers: kept?.conditions,
  });
  const at = { checkedAt, readAt: checkedAt };
  if (status === 304 && kept) return { ...kept, ...at };
  const etag = headers.get('ETag');
  const lastModified = headers.get('Last-Modified');
  const xml = decodeFeed(body, headers.get('Content-Type') ?? undefined);
  return {
    feed: kept?.feed.xml === xml ? kept.feed : { xml, url, source },
    ...at,
    conditions: {
      ...(etag && { 'If-None-Match': etag }),
      ...(lastModified && { 'If-Modified-Since': lastModified }),
    },
  };
}

/** How a source is used by the product that asks for it. */
export interface SourceUse {
  /** Rejects for a feed that members could not be given, such as a host's page about maintenance. */
  accept?: ((feed: ShowFeed, before?: ShowFeed) => Promise<unknown>) | undefined;
  /**
   * Whether the show goes on without it: even the first copy must be accepted, and a failure is
   * remembered, because others must not wait for it.
   */
  isOptional: boolean;
  /** Hears of each attempt that failed, unless whoever asks is told by the rejection. */
  onFailure: (error: unknown) => void;
  /** Called for each attempt that failed. */
  countFailure?: (() => void) | undefined;
  /** Called for the first attempt that succeeds after one that failed. */
  onCured?: (() => void) | undefined;
}

/** Where the last good copies survive a restart. */
export interface KeptCopies {
  get(source: string): Promise<FeedCopy | undefined>;
  put(source: string, copy: FeedCopy): Promise<void>;
}

/** A source, as operators see it. */
export interface SourceState {
  /** When the copy was read, or found unchanged, in milliseconds; `undefined` without a copy. */
  readAt: number | undefined;
  /** Why the last attempt failed, if it did. */
  error: unknown;
  /** Whether the last attempt failed; `undefined` before the first. */
  isDown: boolean | undefined;
}

export interface SourceCopies {
  /**
   * Simultaneous calls share one load.
   * @param source file or URL
   * @throws {PrivatePodcastError} what reading the file or fetching the URL throws, unless there
   * is an earlier copy.
   */
  get(source: string, use: SourceUse): Promise<ShowFeed>;
  /** The state of a source while it need not be read; a feed is missing that could not be read. */
  peek(source: string): { feed: ShowFeed | undefined } | undefined;
  /** The state of a source for operators, without reading it. */
  state(source: string): SourceState;
  /** Resolves once every copy is stored. */
  close(): Promise<void>;
}

export function createSourceCopies(
  fetchGuarded: GuardedFetch,
  now: () => Date,
  cached?: Counter<'cache' | 'result'>,
  store?: KeptCopies,
): SourceCopies {
  const copies = new Map<string, Copy>();
  const failures = new Map<string, Failure>();
  const loading = new Map<string, Promise<ShowFeed>>();

  const restoring = new Map<string, Promise<void>>();
  const saving = new Map<string, Promise<void>>();

  /** Takes up the copy of an earlier process. */
  async function restore(source: string): Promise<void> {
    // Without it, the feed is read as if it were new. A database that is away may be back next time.
    const stored = await store?.get(source).catch(() => void restoring.delete(source));
    if (!stored || copies.has(source)) return;
    const { xml, url, conditions } = stored;
    const feed = { xml, ...(url !== undefined && { url, source }) };
    const readAt = now().getTime();
    copies.set(source, { feed, checkedAt: -Infinity, readAt, ...(conditions && { conditions }) });
  }

  /** Stores a copy in the background, one after another, once it is known to be good. */
  function save(source: string, { feed, conditions }: Copy, use: SourceUse): void {
    if (!store) return;
    const before = saving.get(source);
    const saved = (async () => {
      await before;
      if (copies.get(source)?.feed !== feed) return;
      // The request for the feed learns why it is not good.
      const isGood = await Promise.resolve(use.accept?.(feed)).then(
        () => true,
        () => false,
      );
      if (isGood) await store.put(source, { xml: feed.xml, url: feed.url, conditions });
    })();
    saving.set(source, saved.catch(use.onFailure));
  }

  async function load(source: string, use: SourceUse, time: number): Promise<ShowFeed> {
    const kept = copies.get(source);
    try {
      const copy = isWebUrl(source)
        ? await fetchFeed(fetchGuarded, source, kept, time)
        : await readFeedFile(source, kept, time);
      // Without a copy to fall back on, whoever asks learns what is wrong.
      if (copy.feed !== kept?.feed && (kept || use.isOptional))
        await use.accept?.(copy.feed, kept?.feed);
      copies.set(source, copy);
      if (failures.delete(source)) use.onCured?.();
      if (copy.feed !== kept?.feed) save(source, copy, use);
      return copy.feed;
    } catch (error) {
      failures.set(source, { error, at: time });
      use.countFailure?.();
      if (kept || use.isOptional) use.onFailure(error);
      if (!kept) throw error;
      copies.set(source, { ...kept, checkedAt: time });
      return kept.feed;
    }
  }

  /** Whether a source was read, or could not be, a moment ago. */
  function isFresh(source: string, at: number | undefined): boolean {
    const freshMs = isWebUrl(source) ? FETCHED_FRESH_MS : FILE_FRESH_MS;
    return at !== undefined && Math.abs(now().getTime() - at) < freshMs;
  }

  return {
    async get(source, use) {
      if (store) {
        const restored = restoring.get(source) ?? restore(source);
        restoring.set(source, restored);
        await restored;
      }
      const running = loading.get(source);
      if (running) return running;
      const kept = copies.get(source);
      const isHit = isFresh(source, kept?.checkedAt);
      cached?.inc({ cache: 'show', result: isHit ? 'hit' : 'miss' });
      if (kept && isHit) return kept.feed;
      const failure = failures.get(source);
      if (!kept && use.isOptional && isFresh(source, failure?.at)) throw failure?.error;
      const loaded = load(source, use, now().getTime()).finally(() => loading.delete(source));
      const started = kept ? unlessSlow(loaded, kept.feed) : loaded;
      loading.set(source, started);
      return started;
    },
    peek(source) {
      const kept = copies.get(source);
      const at = kept ? kept.checkedAt : failures.get(source)?.at;
      return isFresh(source, at) ? { feed: kept?.feed } : undefined;
    },
    async close() {
      await Promise.all(saving.values());
    },
    state: (source) => ({
      readAt: copies.get(source)?.readAt,
      error: failures.get(source)?.error,
      isDown: failures.has(source) || (copies.has(source) ? false : undefined),
    }),
  };
}
