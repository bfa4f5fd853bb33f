/** Asks the parser for the podcast behind a feed URL (docs/interface.md 4.5). */
import { requestJson } from '../../api/http.js';
import { explainParserFailure, parserRequestUrl } from '../../api/parser-url.js';
import type { Explain } from '../../errors/failed-answer.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { readShownPodcast, type ShownPodcast } from '../../podcast/shown-podcast.js';
import { readChunks, readJsonOf } from './answer-chunks.js';
import { errorByCode } from '../subscription/error-by-code.js';

const serverName = 'The feed parser';

/** A longer answer, in bytes, is read in slices: that of some fifty episodes or more. */
const MAX_LENGTH_AT_ONCE = 200_000;

/** A page of HTML comes from something in between, and says nothing about the feed. */
const explain: Explain = (answer) =>
  answer.body === undefined ? 'unavailable' : explainParserFailure(answer);

/** Where the reader of long answers cannot be loaded, they are read in one piece. */
async function readPodcast(
  chunks: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<ShownPodcast | undefined> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const reader =
    length > MAX_LENGTH_AT_ONCE && (await import('./read-in-slices.js').catch(() => undefined));
  return reader ? reader.readInSlices(chunks, signal) : readShownPodcast(readJsonOf(chunks));
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
  cache?: RequestCache,
): Promise<ShownPodcast> {
  const url = parserRequestUrl(parserUrl, feedUrl, parserFormat);
  const chunks = await requestJson(
    { serverName, url, signal },
    { cache },
    errorByCode(serverName, explain),
    readChunks,
  );
  const podcast = await readPodcast(chunks, signal);
  if (podcast) return podcast;
  throw new PrivatePodcastError('bad-response', `${serverName} answered without a podcast.`);
}
