/** The tasks of the worker threads. They read a feed's text, which may take long. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
import { removeFeedUrls } from '../../podcast/feed-url-removal.js';
import { parsePodcast } from '../../podcast/parse-podcast.js';
import { podcastSchema } from '../../podcast/schema.js';
import { hash } from '../crypto/secrets.js';
import { mergeFeeds, type MergedFeed, type MergeSource } from './merge/merge-feeds.js';
import type { Enclosures } from './rewrite/hidden-enclosures.js';
import { readFeed, type FeedText } from './rewrite/read-feed.js';
import { renderFeed, type NoticePlace, type RenderOptions } from './rewrite/render-feed.js';
import type { ShowFeed } from './show-feed.js';

/** A body, compressed beforehand, and the hash that its entity tag is made of. */
export interface Encoded {
  hash: string;
  identity: Uint8Array<ArrayBuffer>;
  /** Absent from a body that is one member's: to compress it would cost more than to send it. */
  gzip?: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
}

/** A podcast as the answer of the feed parser (docs/interface.md 4.5). */
export interface ParsedFeed {
  json: Encoded;
  title: string;
  author: string | undefined;
  image: string | undefined;
}

export interface ParseTask {
  feed: Uint8Array;
  baseUrl: string | undefined;
  contentType: string;
  /** Identifiers of the show elsewhere, such as `spotifyId`, which no feed contains. */
  externalIds?: Record<string, string> | undefined;
  /** URLs that the answer must not name: without its tags, a text can say what the feed did not. */
  hiddenUrls?: readonly string[] | undefined;
}

export interface RenderTask extends Pick<
  RenderOptions,
  'instead' | 'renewUrl' | 'feedTitle' | 'signed' | 'bases'
> {
  show: ShowFeed;
}

export interface RenderedFeed {
  body: Encoded;
  /** The enclosures behind the placeholders. */
  enclosures: Enclosures;
  /** The URLs of the show's own feed. */
  ownUrls: readonly string[];
  /** For a feed without episodes: where a notice goes, as an offset in the body's bytes. */
  notice?: NoticePlace | undefined;
}

/** The tasks by name, with what each takes and gives. */
export interface Tasks {
  parse: (task: ParseTask) => ParsedFeed;
  /** Whether a version of a show has an episode that the one before had not. */
  hasNewEpisode: (versions: { before: string; after: string }) => boolean;
  render: (task: RenderTask) => RenderedFeed;
  merge: (sources: readonly MergeSource[]) => MergedFeed;
  /** Throws if a text is not a feed that can be merged. */
  inspect: (task: FeedText) => true;
}

/** The answer of a worker. Our errors are in it as values: between threads they lose their class and code. */
export type Outcome<T> = { value: T } | { code: ErrorCode; message: string };

/** Compresses for many readers: smaller than on the fly, in a time that a worker can afford. */
const BROTLI_QUALITY = 5;

function encode(text: string): Encoded {
  const identity = Buffer.from(text, 'utf8');
  return {
    hash: hash(identity),
    identity: Uint8Array.from(identity),
    gzip: Uint8Array.from(gzipSync(identity)),
    br: Uint8Array.from(
      brotliCompressSync(identity, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: identity.byteLength,
        },
      }),
    ),
  };
}

export function createTasks(sanitizeHtml: (html: string) => string): Tasks {
  return {
    parse({ feed, baseUrl, contentType, externalIds, hiddenUrls = [] }) {
      const read = parsePodcast(feed, { baseUrl, contentType, sanitizeHtml });
      const podcast = podcastSchema.parse({
        ...removeFeedUrls(read, hiddenUrls, true),
        externalIds: { ...read.externalIds, ...externalIds },
      });
      const { title, author, image } = podcast;
      return { json: encode(JSON.stringify(podcast)), title, author, image };
    },
    hasNewEpisode({ before, after }) {
      const known = new Set(parsePodcast(before).episodes.map(({ guid }) => guid));
      return parsePodcast(after).episodes.some(({ guid }) => !known.has(guid));
    },
    render({ show: { xml: written, ...origin }, ...options }) {
      const { xml, notice, ...rendered } = renderFeed(written, { ...origin, ...options });
      const at = Buffer.byteLength(xml.slice(0, notice?.at));
      return { ...rendered, body: encode(xml), notice: notice && { ...notice, at } };
    },
    merge: mergeFeeds,
    inspect(feed) {
      readFeed(feed);
      return true;
    },
  };
}

/** Does a task; an error of ours becomes a value. */
export function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (!(error instanceof PrivatePodcastError)) throw error;
    return { code: error.code, message: error.message };
  }
}
