/**
 * 4.5 Parse a feed (docs/interface.md), for the client and for the element: the URL of the call, and what its failures mean. The
 * schema is in `parser.ts`, because the element does not load a schema library.
 */
import { problemCode, type Explain } from '../errors/failed-answer.js';
import { withoutTrailingSlash } from '../urls/web-url.js';
import { requireFeedUrl } from './checks/input.js';

/** The service's own output format (docs/interface.md 4.5). */
export const defaultParserFormat = 'service';

/**
 * The URL at which a parser reads a feed. It holds the feed URL, so it is a secret too.
 * @param parserUrl base URL of the parser, without `/rss`.
 * @throws {PrivatePodcastError} `bad-input` if the feed URL is not valid.
 */
export function parserRequestUrl(
  parserUrl: string,
  feedUrl: string,
  format = defaultParserFormat,
): string {
  const url = encodeURIComponent(requireFeedUrl(feedUrl));
  return `${withoutTrailingSlash(parserUrl)}/rss?url=${url}&format=${encodeURIComponent(format)}`;
}

/** Maps a parser's failed answers to error codes. */
export const explainParserFailure: Explain = ({ status, body }) =>
  problemCode(body, ['bad-feed', 'not-found', 'rate-limited', 'timeout', 'unavailable']) ??
  (status === 422 ? 'bad-feed' : undefined);
