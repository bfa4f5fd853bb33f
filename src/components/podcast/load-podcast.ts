/**
 * Loads the podcast behind a feed URL: from the feed parser (docs/interface.md 4.5), or, without a
 * parser or if it fails, from the RSS itself, if the feed's host allows cross-origin requests.
 */
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
import type { ShownPodcast } from '../../podcast/shown-podcast.js';
import { resolveWebUrl } from '../../urls/web-url.js';
import { requestPodcast, type Loading } from './request-podcast.js';

export interface PodcastSource {
  feedUrl: string;
  parserUrl?: string | undefined;
  parserFormat?: string | undefined;
}

/** The errors of a parser or a feed's host that mean that no app can open the feed either. */
const deadCodes: readonly ErrorCode[] = ['not-found', 'unauthorized', 'forbidden', 'bad-feed'];

/** Whether an error says that the feed is gone or refused, not only out of reach now. */
export function isDead(error: unknown): boolean {
  return error instanceof PrivatePodcastError && deadCodes.includes(error.code);
}

async function readInBrowser(feedUrl: string, { signal, cache }: Loading): Promise<ShownPodcast> {
  const [{ bytes, contentType }, { parsePodcast }] = await Promise.all([
    import('./request-feed.js').then(({ requestFeed }) => requestFeed(feedUrl, signal, cache)),
    import('../../podcast/parse-podcast.js'),
  ]);
  return parsePodcast(bytes, { baseUrl: feedUrl, contentType });
}

/**
 * @param base URL that a relative `parserUrl` is resolved against.
 * @throws {PrivatePodcastError} the parser's failure if there is a parser, unless the feed's own says
 * that the feed is dead; without a parser the feed's.
 */
export async function loadPodcast(
  { feedUrl, parserUrl, parserFormat }: PodcastSource,
  base: string,
  loading: Loading,
): Promise<ShownPodcast> {
  if (!parserUrl) return readInBrowser(feedUrl, loading);
  try {
    const url = resolveWebUrl(parserUrl, base) ?? parserUrl;
    return await requestPodcast(feedUrl, url, parserFormat, loading);
  } catch (error) {
    if (
      loading.signal.aborted ||
      (error instanceof PrivatePodcastError && error.code === 'bad-feed')
    ) {
      throw error;
    }
    return await readInBrowser(feedUrl, loading).catch((own: unknown) => {
      // The parser's failure says more than a refused cross-origin request.
      throw isDead(own) ? own : error;
    });
  }
}
