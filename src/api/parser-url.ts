/** 4.5, its address: for the client's call and for the element's, which brings no schema library. */
import { withoutTrailingSlash } from '../urls/web-url.js';
import { requireFeedUrl } from './input.js';

/** The service's own output format name, as INTERFACE.md 4.5 writes it. */
export const defaultParserFormat = 'service';

/**
 * Where a parser reads a feed. Holds the feed URL, and so is a secret itself.
 * @param parserUrl base address of the parser, without `/rss`.
 * @throws {PrivatePodcastError} `bad-input` where the feed URL is none.
 */
export function parserAddress(
  parserUrl: string,
  feedUrl: string,
  format = defaultParserFormat,
): string {
  const url = encodeURIComponent(requireFeedUrl(feedUrl));
  return `${withoutTrailingSlash(parserUrl)}/rss?url=${url}&format=${encodeURIComponent(format)}`;
}
