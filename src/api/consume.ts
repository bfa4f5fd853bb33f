/** 4.6 Subscription page: its address, which carries the member's feed URL. */
import { isWebUrl, withoutTrailingSlash } from '../urls/web-url.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { findLanguage } from '../languages/languages.js';
import { requireFeedUrl } from './input.js';

/**
 * The address of the subscription page.
 * @param base the page's base address, without the locale.
 * @param locale a BCP 47 tag; the page takes its language alone, as a short code.
 * @param appId puts this app first on our own page. A fragment: an operator's page never sees it.
 * @throws {PrivatePodcastError} `bad-input`, or `config` for the base.
 */
export function consumeUrl(base: string, feedUrl: string, locale: string, appId?: string): string {
  if (!isWebUrl(base)) {
    throw new PrivatePodcastError('config', 'The consume URL is no http(s) address.');
  }
  const rss = encodeURIComponent(requireFeedUrl(feedUrl));
  const language = /^([a-z]{2,3})(?:[-_][a-z\d]+)*$/i.exec(locale)?.[1];
  if (!language) {
    throw new PrivatePodcastError('bad-input', 'The locale is no language tag such as "sv".');
  }
  const code = findLanguage(locale) ?? language.toLowerCase();
  const fragment = appId ? `#${encodeURIComponent(appId)}` : '';
  return `${withoutTrailingSlash(base)}/${code}?rss=${rss}${fragment}`;
}
