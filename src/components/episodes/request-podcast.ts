/** Has the feed read by the parser (INTERFACE.md 4.5). */
import { parserAddress } from '../../api/parser-url.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { readShownPodcast, type ShownPodcast } from '../../podcast/shown-podcast.js';
import { requestJson, type Meanings } from '../request-json.js';

const server = 'The feed parser';

const meanings: Meanings = {
  codes: ['bad-feed', 'not-found', 'rate-limited', 'timeout', 'unavailable'],
  statuses: { 422: 'bad-feed' },
};

/**
 * @param parserUrl absolute base address of the parser.
 * @throws {PrivatePodcastError} with the parser's `code`, or what became of the request.
 */
export async function requestPodcast(
  feedUrl: string,
  parserUrl: string,
  parserFormat: string | undefined,
  signal: AbortSignal,
): Promise<ShownPodcast> {
  const url = parserAddress(parserUrl, feedUrl, parserFormat);
  const podcast = readShownPodcast(await requestJson({ server, url, signal }, meanings));
  if (podcast) return podcast;
  throw new PrivatePodcastError('bad-response', `${server} answered without a podcast.`);
}
