/** Small feeds for tests. */
import { parsePodcast, type Episode, type Podcast } from '../../src/podcast.js';

/** A feed with these tags in its channel. */
export const feedWith = (tags: string): string => `<rss><channel>${tags}</channel></rss>`;

/** The podcast read from a channel with these tags. */
export const podcastWith = (tags: string, baseUrl?: string): Podcast =>
  parsePodcast(feedWith(tags), { baseUrl });

/** The episode read from an item with these tags. */
export const episodeWith = (tags: string, baseUrl?: string): Episode =>
  podcastWith(`<item>${tags}</item>`, baseUrl).episodes[0]!;
