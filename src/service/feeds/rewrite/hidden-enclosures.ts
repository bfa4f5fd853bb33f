/**
 * Takes the URLs of the enclosures out of a show's feed, for a product whose recordings are signed;
 * if they lie in a bucket, those of its other files, too.
 * In place of each one is a placeholder, which `fill-enclosures.ts` fills with a URL of the member's own.
 */
import { createUrlFinder } from '../../../podcast/writings/url-writings.js';
import { isWebUrl, parseUrl } from '../../../urls/web-url.js';
import { hash } from '../../crypto/secrets.js';
import type { Base } from '../stores/stored-files.js';
import { isEnclosureUrl } from './enclosure-url.js';
import { isText, type Tag, type Text, type Token } from './feed-tokens.js';
import { isGuid } from './guids.js';
import { editText, joinedTexts } from './joined-texts.js';
import type { Edit } from './splice.js';
import { storedUrls } from './stored-urls.js';

/** The URLs by ID, which is the first 72 bits of the URL's hash in base64url. */
export type Enclosures = Record<string, string>;

/** A domain that nobody can own (RFC 2606 §2). */
export const PLACE = 'https://recordings.invalid/';
export const ID_LENGTH = 12;
/** The URL of an `<atom:link rel="enclosure">`. */
function linkedEnclosure({ name, attributes }: Tag): Text[] {
  if (!/(?:^|:)link$/i.test(name)) return [];
  const isEnclosure = attributes.some(
    ({ attribute, text }) => attribute === 'rel' && text.trim().toLowerCase() === 'enclosure',
  );
  return isEnclosure ? attributes.filter(({ attribute }) => attribute === 'href') : [];
}

const idOf = (url: string): string => hash(url).slice(0, ID_LENGTH);

/** The file's name stays at the end, because some apps tell the format by it. */
function placeholderFor(url: string): string {
  const file = parseUrl(url)?.pathname.split('/').at(-1) ?? '';
  const name = file.replace(/%[\da-f]{2}|[^\w.-]/gi, '');
  return `${PLACE}${idOf(url)}/${/^\w/.test(name) ? name : `recording${name}`}`;
}

/** Lines in the middle of a URL are no part of it (URL standard, §4.4). */
const withoutLines = (url: string): string => url.replace(/[\t\n\r]/g, '');

/** A recording's URL as an attribute gives it. */
function urlOf({ text }: Text): string | undefined {
  const url = withoutLines(text.trim()).replace(/^\/\//, 'https://');
  return isWebUrl(url) ? url : undefined;
}

/**
 * Puts placeholders in place of the recordings' URLs, wherever and however they are written. A GUID
 * becomes a hash: apps would take a URL that changes for a new episode.
 * @param bases of a bucket: placeholders take the place of the URLs of all of its files
 */
export function hideEnclosures(tokens: readonly Token[], bases: readonly Base[] = []): Enclosures {
  const recordings = new Map<Token, string>();
  const urls = new Set<string>();
  for (const token of tokens) {
    const found = isText(token) ? [token].filter(isEnclosureUrl) : linkedEnclosure(token);
    if (isText(token)) for (const url of storedUrls(token, bases)) urls.add(url);
    for (const text of found) {
      const url = urlOf(text);
      if (url === undefined) continue;
      recordings.set(text, url);
      urls.add(url);
    }
  }
  const find = createUrlFinder(urls);

  function editsOf(text: string, kind: Text['kind']): Edit[] {
    let done = 0;
    return find(text).flatMap(({ url, outer: { start, end } }) => {
      if (start < done) return [];
      done = end;
      // A comment must not hold `--`, which an ID may.
      return [{ start, end, text: kind === 'markup' ? '' : placeholderFor(url) }];
    });
  }

  for (const pieces of joinedTexts(tokens)) {
    const [first] = pieces;
    if (!first) continue;
    const own = recordings.get(first);
    const text = pieces.map((piece) => piece.text).join('');
    const edits = own === undefined ? editsOf(text, first.kind) : [];
    if (own !== undefined) first.text = placeholderFor(own);
    else if (edits.length > 0 && isGuid(first)) {
      editText(pieces, [{ start: 0, end: text.length, text: hash(text.trim()) }]);
    } else editText(pieces, edits);
  }
  return Object.fromEntries([...urls].map((url) => [idOf(url), url]));
}
