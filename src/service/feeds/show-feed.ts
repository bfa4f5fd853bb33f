/**
 * The show's own RSS, from the product's file or URL. It is kept in memory and asked for
 * again only when it may have changed; while its host is down the last copy serves.
 */
import { readFile, stat } from 'node:fs/promises';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { decodeFeed } from '../../podcast/xml/decode.js';
import { isWebUrl } from '../../urls/web-url.js';
import type { Product } from '../catalogue/catalogue.js';
import type { GuardedFetch } from './guarded-fetch.js';
import type { Log } from '../config.js';
import { describeFailure } from '../log.js';

/** One version of a show's feed: the same object for as long as the feed stays as it is. */
export interface ShowFeed {
  xml: string;
  /** Where it came from, for relative addresses; a file has none. */
  url?: string;
}

/** A feed and what tells whether its source has changed since. */
interface Copy {
  feed: ShowFeed;
  checkedAt: number;
  /** Of a file: its time and size. */
  version?: string;
  /** Of a response: its validators, as the headers of the next request. */
  conditions?: Record<string, string>;
}

/** Milliseconds for which a fetched feed is good without asking its host again. */
const freshFor = 60_000;

async function readFeedFile(
  path: string,
  kept: Copy | undefined,
  checkedAt: number,
): Promise<Copy> {
  try {
    const { mtimeMs, size } = await stat(path);
    const version = `${mtimeMs}:${size}`;
    if (kept?.version === version) return kept;
    return { feed: { xml: decodeFeed(await readFile(path)) }, checkedAt, version };
  } catch (cause) {
    throw new PrivatePodcastError(
      'unavailable',
      'The feed file of the show cannot be read. Check `feed` of the product in the catalogue.',
      { cause },
    );
  }
}

async function fetchFeed(
  fetchGuarded: GuardedFetch,
  address: string,
  kept: Copy | undefined,
  checkedAt: number,
): Promise<Copy> {
  const { status, headers, body, url } = await fetchGuarded(address, kept?.conditions);
  if (status === 304 && kept) return { ...kept, checkedAt };
  const etag = headers.get('ETag');
  const lastModified = headers.get('Last-Modified');
  const xml = decodeFeed(body, headers.get('Content-Type') ?? undefined);
  return {
    feed: kept?.feed.xml === xml ? kept.feed : { xml, url },
    checkedAt,
    conditions: {
      ...(etag && { 'If-None-Match': etag }),
      ...(lastModified && { 'If-Modified-Since': lastModified }),
    },
  };
}

export function createShowFeeds(fetchGuarded: GuardedFetch, now: () => Date, log?: Log) {
  const copies = new Map<string, Copy>();
  const loading = new Map<string, Promise<ShowFeed>>();

  async function load(source: string): Promise<ShowFeed> {
    const kept = copies.get(source);
    const time = now().getTime();
    const isFile = !isWebUrl(source);
    if (!isFile && kept && time - kept.checkedAt < freshFor) return kept.feed;
    try {
      const copy = isFile
        ? await readFeedFile(source, kept, time)
        : await fetchFeed(fetchGuarded, source, kept, time);
      copies.set(source, copy);
      return copy.feed;
    } catch (error) {
      if (!kept) throw error;
      log?.(describeFailure(error));
      copies.set(source, { ...kept, checkedAt: time });
      return kept.feed;
    }
  }

  /**
   * The feed of a product's show; requests at the same time share one load.
   * @throws {PrivatePodcastError} what fetching it throws, where there is no earlier copy.
   */
  return function showFeed({ feed: source }: Product): Promise<ShowFeed> {
    const running = loading.get(source);
    if (running) return running;
    const started = load(source).finally(() => loading.delete(source));
    loading.set(source, started);
    return started;
  };
}

export type ShowFeeds = ReturnType<typeof createShowFeeds>;
