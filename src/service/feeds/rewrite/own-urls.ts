/**
 * Removes the URLs of the show's own feed from its texts and attributes. That URL is the same for
 * all members and outlives a membership, so a member's feed must not give it away.
 */
import { feedUrlRemover } from '../../../podcast/feed-url-removal.js';
import { fnv1a } from '../../../podcast/values/guid.js';
import { parseUrl, withoutTrailingSlash } from '../../../urls/web-url.js';
import { isText, type Text, type Token } from './feed-tokens.js';
import { isGuid } from './guids.js';
import { isEnclosureUrl } from './enclosure-url.js';

/** A URL by what its host answers to: without scheme, final slash and fragment. */
function resourceOf(url: string): string {
  const { host, pathname, search } = parseUrl(url.trim()) ?? {};
  return host === undefined ? '' : `${host}${withoutTrailingSlash(pathname ?? '')}${search}`;
}

/**
 * Removes a feed's URLs from its texts. A GUID is replaced by a hash of it, so that each episode
 * keeps one of its own. An enclosure stays if its URL only starts like the feed's: some feeds and
 * enclosures are one script with different queries.
 * @param urls URLs of the show's feed, the most important first
 */
export function removeOwnUrls(tokens: readonly Token[], urls: readonly string[]): void {
  const remove = feedUrlRemover(urls);
  const resources = new Set(urls.map(resourceOf));

  function cleaned(token: Text): string {
    const { attribute, text } = token;
    if (attribute.startsWith('xmlns')) return text;
    if (isEnclosureUrl(token) && !resources.has(resourceOf(text))) return text;
    const rest = remove(text);
    return isGuid(token) && rest !== text ? fnv1a(text) : (rest ?? '');
  }

  for (const token of tokens) if (isText(token)) token.text = cleaned(token);
}
