/** Members' feeds as podcasts. All members of a show get the same feed, so it is parsed once. */
import { parsePodcast } from '../../podcast/parse-podcast.js';
import { podcastSchema, type Podcast } from '../../podcast/schema.js';
import type { MemberFeed } from './member-feed.js';

export interface ParsedFeed {
  /** The answer of the feed parser (docs/interface.md 4.5). */
  json: string;
  title: string;
  author: string | undefined;
  image: string | undefined;
}

/** @throws {PrivatePodcastError} `bad-feed` if there is no feed in the bytes. */
export function parseFeedBytes(
  feed: Uint8Array,
  options: {
    baseUrl: string | undefined;
    contentType: string;
    sanitizeHtml: (html: string) => string;
  },
): Podcast {
  return podcastSchema.parse(parsePodcast(feed, options));
}

export function createParsedFeeds(sanitizeHtml: (html: string) => string) {
  const parsed = new WeakMap<MemberFeed, ParsedFeed>();

  return function parsedFeed(feed: MemberFeed): ParsedFeed {
    const known = parsed.get(feed);
    if (known) return known;
    const podcast = parseFeedBytes(feed.body, {
      baseUrl: feed.showUrl,
      contentType: 'application/rss+xml; charset=utf-8',
      sanitizeHtml,
    });
    const { title, author, image } = podcast;
    const fresh = { json: JSON.stringify(podcast), title, author, image };
    parsed.set(feed, fresh);
    return fresh;
  };
}

export type ParsedFeeds = ReturnType<typeof createParsedFeeds>;
