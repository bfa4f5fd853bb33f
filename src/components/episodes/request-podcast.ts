/** Asks the parser for the podcast behind a feed URL (docs/interface.md 4.5). */
import { readJson, requestJson } from '../../api/http.js';
import { explainParserFailure, parserRequestUrl } from '../../api/parser-url.js';
import type { Explain } from '../../errors/failed-answer.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { readShownPodcast, type ShownPodcast } from '../../podcast/shown-podcast.js';
import { errorByCode } from '../error-by-code.js';

const serverName = 'The feed parser';

/** A longer answer, of some fifty episodes or more, is read in slices. */
const MAX_LENGTH_AT_ONCE = 200_000;

/** A page of HTML comes from something in between, and says nothing about the feed. */
const explain: Explain = (answer) =>
  answer.body === undefined ? 'unavailable' : explainParserFailure(answer);

/** Where the reader of long answers cannot be loaded, they are read in one piece. */
async function readPodcast(text: string, signal: AbortSignal): Promise<ShownPodcast | undefined> {
  const isLong = text.length > MAX_LENGTH_AT_ONCE;
  const reader = isLong && (await import('./read-in-slices.js').catch(() => undefined));
  return reader ? reader.readInSlices(text, signal) : readShownPodcast(readJson(text));
}

/**
 * @param parserUrl absolute base URL of the parser.
 * @throws {PrivatePodcastError} with the parser's `code`, or why the request failed.
 */
export async function requestPodcast(
  feedUrl: string,
  parserUrl: string,
  parserFormat: string | undefined,
  signal: AbortSignal,
): Promise<ShownPodcast> {
  const url = parserRequestUrl(parserUrl, feedUrl, parserFormat);
  const podcast = await requestJson(
    { serverName, url, signal },
    {},
    errorByCode(serverName, explain),
    (text) => readPodcast(text, signal),
  );
  if (podcast) return podcast;
  throw new PrivatePodcastError('bad-response', `${serverName} answered without a podcast.`);
}
