/** 4.6 Consume page (docs/interface.md): its URL, which holds the member's feed URL. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { findLanguage } from '../languages/languages.js';
import { joinConsumePageUrl } from '../urls/consume-page-url.js';
import { isSecureUrl, isWebUrl } from '../urls/web-url.js';
import { requireFeedUrl } from './checks/input.js';

/**
 * The URL of the consume page for one feed. It is a secret, as the feed URL is.
 * @param consumeUrl base URL of the page, without the locale.
 * @param locale a BCP 47 tag; the page takes only its language, as a short code.
 * @param appId puts this app first on our own page. It is a fragment, which no server sees.
 * @throws {PrivatePodcastError} `bad-input`, or `config` for the base URL.
 */
export function consumePageUrl(
  consumeUrl: string,
  feedUrl: string,
  locale: string,
  appId?: string,
): string {
  if (!isWebUrl(consumeUrl) || !isSecureUrl(consumeUrl)) {
    throw new PrivatePodcastError(
      'config',
      'The consume URL is not a valid https URL (plain http only on loopback).',
    );
  }
  const language = /^([a-z]{2,3})(?:[-_][a-z\d]+)*$/i.exec(locale)?.[1];
  if (!language) {
    throw new PrivatePodcastError(
      'bad-input',
      'The locale is not a valid language tag, such as "sv".',
    );
  }
  const known = findLanguage(locale) ?? language.toLowerCase();
  return joinConsumePageUrl(consumeUrl, requireFeedUrl(feedUrl), known, appId);
}
