/**
 * A podcast out of its RSS feed, in Node and in the browser alike. It reads what podcast
 * apps read, also where the feed is not well-formed, and never lets out the feed's own
 * address, which is a member's secret.
 */
import { attribute, type XmlElement } from './xml/xml-element.js';
import { cleanText, decodeFeed } from './xml/decode.js';
import { hear } from './dialects/dialects.js';
import { readDate } from './values/dates.js';
import { withoutFeedAddress } from './feed-url-removal.js';
import { uniqueGuids } from './values/guid.js';
import { defaultLimits, pastLimit, type Limits } from './xml/limits.js';
import { readEpisode, readNotes, unique, type NotesContext } from './read-episode.js';
import { readFeed } from './xml/read-feed.js';
import type { Episode, LiveItem, Podcast } from './schema.js';

export interface ParseOptions {
  /** The feed's own address: relative addresses are relative to it. It never comes out. */
  baseUrl?: string | undefined;
  /** The `Content-Type` header the bytes came with, for its `charset`. */
  contentType?: string | undefined;
  /**
   * Makes the feed's HTML safe to show, for `descriptionWithHtml`. Without it that field is
   * the feed's HTML as it is: data, to be sanitised where it is shown.
   */
  sanitizeHtml?: ((html: string) => string) | undefined;
  /** What one feed may ask for; `bytes` is 64 MiB unless told otherwise. */
  limits?: Partial<Limits> | undefined;
}

/**
 * Reads a podcast.
 * @param feed the RSS document; bytes are decoded by their byte-order mark, then the charset
 *   of `contentType`, then the XML declaration
 * @throws {PrivatePodcastError} `bad-feed` where there is no RSS feed or it goes past a limit
 */
export function parsePodcast(feed: string | Uint8Array, options: ParseOptions = {}): Podcast {
  const limits = { ...defaultLimits, ...options.limits };
  if (feed.length > limits.bytes) throw pastLimit(limits, 'bytes');
  const xml = typeof feed === 'string' ? cleanText(feed) : decodeFeed(feed, options.contentType);
  const episodes: Episode[] = [];
  const guidOf = uniqueGuids();
  const channel = readFeed(xml, limits, (item) => {
    const episode = readEpisode(item, options);
    episode.guid = guidOf(episode.guid);
    episodes.push(episode);
  });
  return readChannel(channel, episodes, options);
}

function readLiveItem(element: XmlElement, context: NotesContext): LiveItem {
  return {
    ...readEpisode(element, context),
    status: attribute(element, 'status')?.toLowerCase(),
    start: readDate(attribute(element, 'start') ?? ''),
    end: readDate(attribute(element, 'end') ?? ''),
  };
}

function readChannel(channel: XmlElement, episodes: Episode[], options: ParseOptions): Podcast {
  const said = hear(channel, options);
  const links = said['atom:link'] ?? [];
  const ownerName = said['itunes:owner']?.[0];
  const seasons = new Set(episodes.flatMap(({ season }) => season ?? []));
  const podcast: Podcast = {
    title: said.title?.[0] ?? said['itunes:title']?.[0] ?? said['dc:title']?.[0] ?? '',
    ...readNotes(said, options),
    link: said.link?.[0] ?? links.find(({ rel }) => rel === 'alternate')?.href,
    image:
      said['itunes:image']?.[0] ??
      said['podcast:image']?.[0] ??
      said.image?.[0] ??
      said['media:thumbnail']?.[0],
    author:
      said['itunes:author']?.[0] ??
      said.author?.[0] ??
      said.managingeditor?.[0] ??
      said['dc:creator']?.[0] ??
      ownerName,
    owner: ownerName === undefined ? undefined : { name: ownerName },
    publishDate: said.pubdate?.[0] ?? said.lastbuilddate?.[0] ?? said['dc:date']?.[0],
    language: said.language?.[0],
    copyright: said.copyright?.[0],
    isHidden: said['itunes:block']?.[0] ?? false,
    isExplicit: said['itunes:explicit']?.[0] ?? false,
    isComplete: said['itunes:complete']?.[0] ?? false,
    podcastType: said['itunes:type']?.[0] === 'serial' ? 'SERIAL' : 'EPISODIC',
    totalSeasons: seasons.size,
    totalEpisodes: episodes.length,
    categories: unique([...(said['itunes:category'] ?? []).flat(), ...(said.category ?? [])]),
    tags: unique((said['itunes:keywords'] ?? []).flat()),
    products: [],
    externalIds: {},
    podcastGuid: said['podcast:guid']?.[0],
    medium: said['podcast:medium']?.[0]?.toLowerCase(),
    isLocked: said['podcast:locked']?.[0] ?? false,
    funding: said['podcast:funding'] ?? [],
    persons: said['podcast:person'] ?? [],
    episodes,
    liveItems: channel.children
      .filter(({ kind }) => kind.name === 'podcast:liveitem')
      .map((element) => readLiveItem(element, options)),
  };
  return withoutFeedAddress(podcast, [
    options.baseUrl,
    ...links.filter(({ rel }) => rel !== 'alternate').map(({ href }) => href),
    ...(said['itunes:new-feed-url'] ?? []),
  ]);
}
