/** Asks the parser for the podcast behind a feed URL (docs/interface.md 4.5). */
import { requestJson } from '../../api/http.js';
import { explainParserFailure, parserRequestUrl } from '../../api/parser-url.js';
import type { Explain } from '../../errors/failed-answer.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { readShownPodcast, type ShownPodcast } from '../../podcast/shown-podcast.js';
import { errorByCode } from '../error-by-code.js';

const serverName = 'The feed parser';

/** A page of HTML comes from something in between, and says nothing about the feed. */
const explain: Explain = (answer) =>
  answer.body === undefined ? 'unavailable' : explainParserFailure(answer);

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
  const body = await requestJson({ serverName, url, signal }, {}, errorByCode(serverName, explain));
  const podcast = readShownPodcast(body);
  if (podcast) return podcast;
  throw new PrivatePodcastError('bad-response', `${serverName} answered without a podcast.`);
}
