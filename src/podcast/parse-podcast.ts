/**
 * Reads a podcast from its RSS feed, in Node and in browsers. Accepts what podcast apps
 * accept, including feeds that are not well-formed, and removes the feed's own URL, which is a
 * member's secret.
 */
import { attribute, type XmlElement } from './xml/xml-element.js';
import { cleanText, decodeFeed } from './xml/decode.js';
import { readTagValues, type TagValues } from './dialects/dialects.js';
import { readDate } from './values/dates.js';
import { removeFeedUrls } from './feed-url-removal.js';
import { uniqueGuids } from './values/unique-guids.js';
import { defaultLimits, limitError, type FeedLimits } from './xml/limits.js';
import { episodeFromItem, notesFrom, unique, type NotesContext } from './episode-from-item.js';
import { readFeed } from './xml/read-feed.js';
import type { Episode, LiveItem, Podcast } from './schema.js';

/** Options of {@link parsePodcast}: facts about the feed. */
export interface ParseOptions {
  /** The feed's own URL. Relative URLs are resolved against it; it is removed from the result. */
  baseUrl?: string | undefined;
  /** The response's `Content-Type` header, for its `charset`. */
  contentType?: string | undefined;
  /**
   * Makes the feed's HTML safe to show; its result becomes `descriptionWithHtml`. Without it
   * that field is the feed's own HTML: sanitize it before you show it.
   * @example
   * ```ts
   * import sanitizeHtml from 'sanitize-html';
   * parsePodcast(xml, { sanitizeHtml: (html) => sanitizeHtml(html) });
   * ```
   */
  sanitizeHtml?: ((html: string) => string) | undefined;
  /** Limits to change; by default a feed may have 64 MiB and 20,000 episodes. */
  limits?: Partial<FeedLimits> | undefined;
}

/**
 * Reads a podcast from its RSS feed.
 *
 * Fields that are missing or unreadable in the feed are left out. Episodes keep the order of the
 * feed, and each has a unique `guid`. Links are http or https only, without credentials. The
 * result contains no e-mail address read from an author tag, and not the feed's own URL.
 * @param feed the RSS document. Bytes are decoded by byte-order mark, else the charset of
 *   `contentType`, else the XML declaration, else as UTF-8.
 * @throws {PrivatePodcastError} `bad-feed` if it is not an RSS feed or exceeds a limit
 * @example
 * ```ts
 * import { parsePodcast } from 'private-podcast-subscribe/podcast';
 *
 * const response = await fetch(feedUrl);
 * const podcast = parsePodcast(new Uint8Array(await response.arrayBuffer()), {
 *   baseUrl: feedUrl,
 *   contentType: response.headers.get('content-type') ?? undefined,
 * });
 * for (const { title, url, duration } of podcast.episodes) console.log(title, url, duration);
 * ```
 */
export function parsePodcast(feed: string | Uint8Array, options: ParseOptions = {}): Podcast {
  const limits = { ...defaultLimits, ...options.limits };
  if (feed.length > limits.bytes) throw limitError(limits, 'bytes');
  const xml = typeof feed === 'string' ? cleanText(feed) : decodeFeed(feed, options.contentType);
  const episodes: Episode[] = [];
  const uniqueGuid = uniqueGuids();
  const channel = readFeed(xml, { limits, baseUrl: options.baseUrl }, (item) => {
    const episode = episodeFromItem(item, options);
    episode.guid = uniqueGuid(episode.guid);
    episodes.push(episode);
  });
  const tags = readTagValues(channel, options);
  const podcast = podcastFrom(channel, tags, episodes, options);
  return removeFeedUrls(podcast, feedUrlsIn(tags, options.baseUrl));
}

function liveItemFrom(element: XmlElement, context: NotesContext): LiveItem {
  return {
    ...episodeFromItem(element, context),
    status: attribute(element, 'status')?.toLowerCase(),
    start: readDate(attribute(element, 'start') ?? ''),
    end: readDate(attribute(element, 'end') ?? ''),
  };
}

function podcastFrom(
  channel: XmlElement,
  tags: TagValues,
  episodes: Episode[],
  context: NotesContext,
): Podcast {
  const ownerName = tags['itunes:owner']?.[0];
  const seasons = new Set(episodes.flatMap(({ season }) => season ?? []));
  return {
    title: tags.title?.[0] ?? tags['itunes:title']?.[0] ?? tags['dc:title']?.[0] ?? '',
    ...notesFrom(tags, context),
    link: tags.link?.[0] ?? tags['atom:link']?.find(({ rel }) => rel === 'alternate')?.href,
    image:
      tags['itunes:image']?.[0] ??
      tags['podcast:image']?.[0] ??
      tags.image?.[0] ??
      tags['media:thumbnail']?.[0],
    author:
      tags['itunes:author']?.[0] ??
      tags.author?.[0] ??
      tags.managingeditor?.[0] ??
      tags['dc:creator']?.[0] ??
      ownerName,
    owner: ownerName === undefined ? undefined : { name: ownerName },
    publishDate: tags.pubdate?.[0] ?? tags.lastbuilddate?.[0] ?? tags['dc:date']?.[0],
    language: tags.language?.[0],
    copyright: tags.copyright?.[0],
    isHidden: tags['itunes:block']?.[0] ?? false,
    isExplicit: tags['itunes:explicit']?.[0] ?? false,
    isComplete: tags['itunes:complete']?.[0] ?? false,
    podcastType: tags['itunes:type']?.[0] === 'serial' ? 'SERIAL' : 'EPISODIC',
    totalSeasons: seasons.size,
    totalEpisodes: episodes.length,
    categories: unique([...(tags['itunes:category'] ?? []).flat(), ...(tags.category ?? [])]),
    tags: unique((tags['itunes:keywords'] ?? []).flat()),
    products: [],
    externalIds: {},
    podcastGuid: tags['podcast:guid']?.[0],
    medium: tags['podcast:medium']?.[0]?.toLowerCase(),
    isLocked: tags['podcast:locked']?.[0] ?? false,
    funding: tags['podcast:funding'] ?? [],
    persons: tags['podcast:person'] ?? [],
    episodes,
    liveItems: channel.children
      .filter(({ kind }) => kind.name === 'podcast:liveitem')
      .map((element) => liveItemFrom(element, context)),
  };
}

/** Relations of an `atom:link` to a page that is no part of the feed. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['alternate', 'payment']);

/** The URLs at which the feed says it can be fetched: each may contain the member's secret. */
function feedUrlsIn(tags: TagValues, baseUrl: string | undefined): string[] {
  const links = tags['atom:link'] ?? [];
  return [
    ...(baseUrl === undefined ? [] : [baseUrl]),
    ...(tags['itunes:new-feed-url'] ?? []),
    ...links.filter(({ rel }) => rel === 'self').map(({ href }) => href),
    // `first`, `next`, `hub` and others: pages of the feed, or services that are told its URL.
    ...links.filter(({ rel }) => !OTHER_PAGES.has(rel)).map(({ href }) => href),
  ];
}
