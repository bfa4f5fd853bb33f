/**
 * Loads the podcast behind a feed URL: from the feed parser (docs/interface.md 4.5), or, without a
 * parser or if it fails, from the RSS itself, if the feed's host allows cross-origin requests.
 */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { ShownPodcast } from '../../podcast/shown-podcast.js';
import { resolveWebUrl } from '../../urls/web-url.js';
import { requestPodcast } from './request-podcast.js';

export interface PodcastSource {
  feedUrl: string;
  parserUrl?: string | undefined;
  parserFormat?: string | undefined;
}

async function readInBrowser(feedUrl: string, signal: AbortSignal): Promise<ShownPodcast> {
  const [{ bytes, contentType }, { parsePodcast }] = await Promise.all([
    import('./request-feed.js').then(({ requestFeed }) => requestFeed(feedUrl, signal)),
    import('../../podcast/parse-podcast.js'),
  ]);
  return parsePodcast(bytes, { baseUrl: feedUrl, contentType });
}

/**
 * @param base URL that a relative `parserUrl` is resolved against.
 * @throws {PrivatePodcastError} the parser's failure if there is a parser, else the feed's.
 */
export async function loadPodcast(
  { feedUrl, parserUrl, parserFormat }: PodcastSource,
  base: string,
  signal: AbortSignal,
): Promise<ShownPodcast> {
  if (!parserUrl) return readInBrowser(feedUrl, signal);
  try {
    const url = resolveWebUrl(parserUrl, base) ?? parserUrl;
    return await requestPodcast(feedUrl, url, parserFormat, signal);
  } catch (error) {
    if (signal.aborted || (error instanceof PrivatePodcastError && error.code === 'bad-feed')) {
      throw error;
    }
    // If both fail, the parser's failure says more than a refused cross-origin request.
    return await readInBrowser(feedUrl, signal).catch(() => {
      throw error;
    });
  }
}
