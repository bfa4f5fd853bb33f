/**
 * Removes the URLs of the show's own feed from its texts and attributes. That URL is the same for
 * all members and outlives a membership, so a member's feed must not give it away.
 */
import { fnv1a } from '../../../podcast/values/guid.js';
import { createUrlFinder } from '../../../podcast/writings/url-writings.js';
import { isGuid } from './guids.js';
import { isEnclosureUrl } from './enclosure-url.js';
import type { Token } from './feed-tokens.js';
import { editText, joinedTexts } from './joined-texts.js';

/**
 * Removes a feed's URLs from its texts. A GUID is replaced by a hash of it, so that each episode
 * keeps one of its own. An enclosure's URL stays that is the feed's with a query: some feeds and
 * enclosures are one script.
 * @param urls URLs of the show's feed
 */
export function removeOwnUrls(tokens: readonly Token[], urls: readonly string[]): void {
  const find = createUrlFinder(urls);
  for (const pieces of joinedTexts(tokens)) {
    const [first] = pieces;
    const text = pieces.map((piece) => piece.text).join('');
    const found = find(text);
    const writings =
      first && isEnclosureUrl(first) ? found.filter(({ hasMore }) => !hasMore) : found;
    if (!first || writings.length === 0) continue;
    const whole = { start: 0, end: text.length };
    if (isGuid(first)) editText(pieces, [{ ...whole, text: fnv1a(text) }]);
    // A prefix cannot stand for nothing.
    else if (first.attribute.startsWith('xmlns')) first.text = `urn:${fnv1a(text)}`;
    else {
      editText(
        pieces,
        writings.map(({ start, end }) => ({ start, end, text: '' })),
      );
      first.text = first.text.trimStart();
      const last = pieces.at(-1) ?? first;
      last.text = last.text.trimEnd();
    }
  }
}
