/** 4.5 Parse a feed. The element calls this too: no Authorization header, no client. */
import * as z from 'zod/mini';
import { podcastSchema, type Podcast } from '../podcast/schema.js';
import { withoutTrailingSlash } from './address.js';
import { errorAbout, fieldOf, type Explain } from './errors.js';
import { platform as ownPlatform, type Platform } from './http.js';
import { requireFeedUrl } from './input.js';
import { requestJson } from './request.js';

const server = 'The feed parser';

/** The service's own output format name, as INTERFACE.md 4.5 writes it. */
export const defaultParserFormat = 'service';

export interface ParseFeedOptions {
  parserUrl: string;
  /** Default "service". */
  parserFormat?: string | undefined;
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  platform?: Platform;
}

const explain: Explain = ({ status, body }) =>
  status === 422 || fieldOf(body, 'code') === 'bad-feed' ? { code: 'bad-feed' } : undefined;

/**
 * Has a feed read by the parser.
 * @throws {PrivatePodcastError} `bad-input`, `bad-feed`, `bad-response`, or what became of
 * the request.
 */
export async function parseFeed(
  feedUrl: string,
  {
    parserUrl,
    parserFormat = defaultParserFormat,
    timeout,
    signal,
    platform = ownPlatform,
  }: ParseFeedOptions,
): Promise<Podcast> {
  const url = encodeURIComponent(requireFeedUrl(feedUrl));
  const body = await requestJson(platform, {
    server,
    url: `${withoutTrailingSlash(parserUrl)}/rss?url=${url}&format=${encodeURIComponent(parserFormat)}`,
    timeout,
    signal,
    explain,
  });
  // The schema forgives every field; what has neither of these is no podcast at all.
  if (typeof fieldOf(body, 'title') !== 'string' && !Array.isArray(fieldOf(body, 'episodes'))) {
    throw errorAbout(server, 'bad-response');
  }
  return z.parse(podcastSchema, body);
}
