/**
 * The show's own RSS, from the product's file or URL. It is cached in memory and reloaded
 * only when it may have changed. If reloading fails, is slow, or gives something else than a feed,
 * the last copy stays in use.
 */
import { readFile, stat } from 'node:fs/promises';
import { withDeadline } from '../../api/deadline.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { decodeFeed } from '../../podcast/xml/decode.js';
import { isWebUrl } from '../../urls/web-url.js';
import type { Product } from '../catalogue/catalogue.js';
import type { GuardedFetch } from './guarded-fetch.js';
import type { Log } from '../config.js';
import { describeFailure } from '../log.js';
import type { Metrics } from '../metrics.js';

/** One version of a show's feed. The object stays the same until the feed changes. */
export interface ShowFeed {
  xml: string;
  /** URL it came from, after redirects: for relative URLs; absent for a file. */
  url?: string;
  /** URL in the catalogue; absent for a file. */
  source?: string;
}

/** A cached feed and what shows whether its source has changed. */
interface Copy {
  feed: ShowFeed;
  checkedAt: number;
  /** For a file: its modification time and size. */
  version?: string;
  /** For a URL: the validators of its last response, as headers for the next request. */
  conditions?: Record<string, string>;
}

/** How long a fetched feed is used before its host is asked again. */
const FETCHED_FRESH_MS = 60_000;
/** How long a feed file is used before its modification time is looked at again. */
const FILE_FRESH_MS = 1_000;
/** How long members wait for a reload before they get the last copy. */
const MAX_WAIT_MS = 1_000;

/** Returns the result of the work, or the last copy if the work takes long. */
async function unlessSlow<T>(work: Promise<T>, last: T): Promise<T> {
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
    if (kept?.version === version) return { ...kept, checkedAt };
    return { feed: { xml: decodeFeed(await readFile(path)) }, checkedAt, version };
  } catch (cause) {
    throw new PrivatePodcastError(
      'unavailable',
      "The show's feed file cannot be read. Check the product's `feed` in the catalogue.",
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
  if (status === 304 && kept) return { ...kept, checkedAt };
  const etag = headers.get('ETag');
  const lastModified = headers.get('Last-Modified');
  const xml = decodeFeed(body, headers.get('Content-Type') ?? undefined);
  return {
    feed: kept?.feed.xml === xml ? kept.feed : { xml, url, source },
    checkedAt,
    conditions: {
      ...(etag && { 'If-None-Match': etag }),
      ...(lastModified && { 'If-Modified-Since': lastModified }),
    },
  };
}

export interface ShowFeedsOptions {
  fetchGuarded: GuardedFetch;
  now: () => Date;
  /** Rejects for a feed that members could not be given, such as a host's page about maintenance. */
  accept?: (feed: ShowFeed, product: Product) => Promise<unknown>;
  log?: Log;
  metrics?: Pick<Metrics, 'cache'>;
}

/**
 * Loads the feed of a product's show. Simultaneous calls share one load.
 * @throws {PrivatePodcastError} what reading the file or fetching the URL throws, unless
 * there is an earlier copy.
 */
export type ShowFeeds = (product: Product) => Promise<ShowFeed>;

/** The product's first feed. */
const sourceOf = ({ sources }: Product): string => sources[0]?.feed ?? '';

export function createShowFeeds(options: ShowFeedsOptions): ShowFeeds {
  const { fetchGuarded, now, accept, log, metrics } = options;
  const copies = new Map<string, Copy>();
  const loading = new Map<string, Promise<ShowFeed>>();

  async function load(product: Product, kept: Copy | undefined, time: number): Promise<ShowFeed> {
    const source = sourceOf(product);
    try {
      const copy = isWebUrl(source)
        ? await fetchFeed(fetchGuarded, source, kept, time)
        : await readFeedFile(source, kept, time);
      // Without a copy to fall back on, whoever asks learns what is wrong.
      if (kept && copy.feed !== kept.feed) await accept?.(copy.feed, product);
      copies.set(source, copy);
      return copy.feed;
    } catch (error) {
      if (!kept) throw error;
      log?.(describeFailure(error));
      copies.set(source, { ...kept, checkedAt: time });
      return kept.feed;
    }
  }

  return function showFeed(product) {
    const source = sourceOf(product);
    const running = loading.get(source);
    if (running) return running;
    const kept = copies.get(source);
    const time = now().getTime();
    const freshMs = isWebUrl(source) ? FETCHED_FRESH_MS : FILE_FRESH_MS;
    const isFresh = kept !== undefined && Math.abs(time - kept.checkedAt) < freshMs;
    metrics?.cache('show', isFresh);
    if (isFresh) return Promise.resolve(kept.feed);
    const loaded = load(product, kept, time).finally(() => loading.delete(source));
    const started = kept ? unlessSlow(loaded, kept.feed) : loaded;
    loading.set(source, started);
    return started;
  };
}
