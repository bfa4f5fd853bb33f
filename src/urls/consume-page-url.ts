/** The URL of the consume page for one feed (docs/interface.md 4.6). */
import { withoutTrailingSlash } from './web-url.js';

/**
 * Stands after the app in the links of app buttons: on our own page the member taps once more. A code or a
 * link from another device leads there for the first time, and has no such mark.
 */
export const AGAIN = '~';

/**
 * Joins the URL out of parts that have been checked. It is a secret, as the feed URL is.
 * @param consumeUrl base URL of the page, without the locale; may have a query.
 * @param language the page's language, of which it takes the first part: `pt` of `pt-PT`.
 * @param appId puts this app first on our own page. It is a fragment, which no server sees.
 */
export function joinConsumePageUrl(
  consumeUrl: string,
  feedUrl: string,
  language: string,
  appId?: string,
): string {
  const { origin, pathname, search } = new URL(consumeUrl);
  const query = `${search ? `${search}&` : '?'}rss=${encodeURIComponent(feedUrl)}`;
  const fragment = appId ? `#${encodeURIComponent(appId)}` : '';
  return `${origin}${withoutTrailingSlash(pathname)}/${language.split('-', 1)[0]}${query}${fragment}`;
}
