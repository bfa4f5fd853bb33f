/** 4.5 Parse a feed: no Authorization header, the feed URL itself is the secret. */
import * as z from 'zod/mini';
import { podcastSchema, type Podcast } from '../podcast/schema.js';
import { errorAbout, fieldOf, type Explain } from './failed-answer.js';
import { defaultParserFormat, parserAddress } from './parser-url.js';
import { ownRuntime, requestJson, type Runtime } from './request.js';

const server = 'The feed parser';

export interface ParseFeedOptions {
  parserUrl: string;
  /** Default "service". */
  parserFormat?: string | undefined;
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  platform?: Runtime;
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
    platform = ownRuntime,
  }: ParseFeedOptions,
): Promise<Podcast> {
  const body = await requestJson(platform, {
    server,
    url: parserAddress(parserUrl, feedUrl, parserFormat),
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
