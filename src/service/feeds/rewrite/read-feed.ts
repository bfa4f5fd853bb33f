/** Reads a feed's text, to render it or to merge it with others. */
import { defaultLimits, limitError } from '../../../podcast/xml/limits.js';
import { withoutForeword } from '../../../podcast/xml/prolog.js';
import { makeUrlsAbsolute } from './absolute-urls.js';
import { readLayout, rootOf, type Layout, type OpenElement } from './feed-layout.js';
import { readTokens, type Token } from './feed-tokens.js';

/** A feed's text, and where it comes from. */
export interface FeedText {
  xml: string;
  /** URL that it came from, after redirects; absent for a file. */
  url?: string | undefined;
  /** URL in the catalogue; absent for a file. */
  source?: string | undefined;
  /** The URLs of the feeds that it was made of. */
  ownUrls?: readonly string[] | undefined;
}

export interface ReadFeed {
  xml: string;
  tokens: Token[];
  root: OpenElement;
  layout: Layout;
  /** Every URL of the feed itself. */
  urls: string[];
}

/** Members get UTF-8, whatever the show's feed is written in. */
const declareUtf8 = (xml: string): string =>
  xml.replace(/^(<\?xml\b[^>]*?\sencoding\s*=\s*)(?:"[^"]*"|'[^']*')/i, '$1"UTF-8"');

/**
 * Reads a feed and makes its URLs absolute.
 * @throws {PrivatePodcastError} `bad-feed` if it is not RSS, or has more episodes than any reader takes
 */
export function readFeed({ xml: written, url, source, ownUrls = [] }: FeedText): ReadFeed {
  const xml = declareUtf8(withoutForeword(written));
  const tokens = readTokens(xml);
  makeUrlsAbsolute(tokens, url);
  const layout = readLayout(tokens);
  if (layout.episodes.length > defaultLimits.episodes) throw limitError(defaultLimits, 'episodes');
  const urls = [url, source, ...ownUrls, ...layout.urls].filter((own) => own !== undefined);
  return { xml, tokens, root: rootOf(layout), layout, urls };
}
