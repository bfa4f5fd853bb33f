/** The URLs by which requests reach the service, and which feeds are its own under them. */
import type { Context } from 'hono';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { parseUrl } from '../../../urls/web-url.js';
import { findOwnFeed, type FeedLinks, type OwnFeed } from '../../store/links/feed-links.js';

/** Base URL that members reach the service at, without a trailing slash. */
export type BaseUrl = (c: { req: { url: string } }) => string;

export interface ServiceUrls {
  baseUrl: BaseUrl;
  /** The feed of this service at a URL, under any name of the service. */
  ownFeed: (c: Context, url: string) => Promise<OwnFeed | undefined>;
}

const originOf: BaseUrl = ({ req: { url } }) => {
  const parsed = parseUrl(url);
  if (parsed) return parsed.origin;
  throw new PrivatePodcastError('not-found', 'Send the name of the service as the Host header.');
};

/** @param publicUrl without a trailing slash; without it, the origin of each request counts */
export function createServiceUrls(
  publicUrl: string | undefined,
  feedLinks: FeedLinks,
): ServiceUrls {
  const baseUrl: BaseUrl = (c) => publicUrl ?? originOf(c);
  return {
    baseUrl,
    ownFeed: (c, url) => findOwnFeed(feedLinks, url, [baseUrl(c), originOf(c)]),
  };
}
