/** 4.5 Parse a feed (docs/interface.md). The call has no Authorization header: the feed URL itself is the secret. */
import * as z from 'zod/mini';
import { podcastSchema, type Podcast } from '../podcast/schema.js';
import { errorAbout, fieldOf } from './answers/error-from-answer.js';
import { explainParserFailure, parserRequestUrl } from './parser-url.js';
import { ownRuntime, requestService, type Runtime } from './requests/request-service.js';

const serverName = 'The feed parser';
/** Bytes of an answer: a feed of 10 MiB, with its notes as text and as HTML. */
export const MAX_PODCAST_BYTES = 32 * 1024 * 1024;

export interface ParseFeedOptions {
  /** Base URL of the parser, without `/rss`. */
  parserUrl: string;
  /** Default "service". */
  parserFormat?: string | undefined;
  signal?: AbortSignal | undefined;
  runtime?: Runtime;
}

/**
 * Asks the parser for the podcast behind a feed URL.
 * @throws {PrivatePodcastError} `bad-input`, `bad-feed`, `bad-response`, or why the request
 * failed.
 */
export async function parseFeed(
  feedUrl: string,
  { parserUrl, parserFormat, signal, runtime = ownRuntime }: ParseFeedOptions,
): Promise<Podcast> {
  const body = await requestService(runtime, {
    serverName,
    url: parserRequestUrl(parserUrl, feedUrl, parserFormat),
    signal,
    maxBytes: MAX_PODCAST_BYTES,
    explain: explainParserFailure,
  });
  // The schema accepts any object, but without either of these it is not a podcast.
  if (typeof fieldOf(body, 'title') !== 'string' && !Array.isArray(fieldOf(body, 'episodes'))) {
    throw errorAbout(serverName, 'bad-response');
  }
  return z.parse(podcastSchema, body);
}
