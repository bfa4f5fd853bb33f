/**
 * Takes the URLs of the enclosures out of a show's feed, for a product whose recordings are signed.
 * In place of each one is a placeholder, which is filled with a URL of the member's own.
 */
import { isWebUrl, parseUrl } from '../../../urls/web-url.js';
import { hash } from '../../store/secrets.js';
import { isText, type Text, type Token } from './feed-tokens.js';
import type { Edit } from './splice.js';

/** The enclosures' URLs by ID, which is the first 72 bits of the URL's hash in base64url. */
export type Enclosures = Record<string, string>;

/** A domain that nobody can own (RFC 2606 §2). */
const PLACE = 'https://recordings.invalid/';
const PLACEHOLDER = /https:\/\/recordings\.invalid\/([\w-]{12})\//g;
const ID_LENGTH = 12;
/** A URL in a text, with or without its scheme, and with the sentence's end if that follows. */
const URL_IN_TEXT = /(?:https?:)?\/\/[^\s"'<>]+/gi;
/** Characters after a URL that are the sentence's. */
const AFTER_URL = new Set('.,;:!?)]}*_…');
/** `<enclosure url>`, `<media:content url>`, `<podcast:source uri>`. */
const ENCLOSURE = /(?:^|:)(?:enclosure|content|source) (?:url|uri)$/;

export const isEnclosureUrl = ({ kind, tag, attribute }: Text): boolean =>
  kind === 'attribute' && ENCLOSURE.test(`${tag} ${attribute}`);

export const isGuid = ({ kind, tag }: Text): boolean =>
  tag === 'guid' && (kind === 'text' || kind === 'cdata');

const idOf = (url: string): string => hash(url).slice(0, ID_LENGTH);

/** The file's name stays at the end, because some apps tell the format by it. */
function placeholderFor(url: string): string {
  const name =
    parseUrl(url)
      ?.pathname.split('/')
      .at(-1)
      ?.replace(/[^\w.-]/g, '') ?? '';
  return `${PLACE}${idOf(url)}/${name || 'recording'}`;
}

/** A URL as it is compared: without scheme, and decoded as far as that is possible. */
function comparable(url: string): string {
  const bare = url.replace(/^(?:https?:)?\/\//i, '').replaceAll('&amp;', '&');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}

/** The length of a URL in a text without the end of the sentence. */
function lengthOf(url: string): number {
  let length = url.length;
  while (AFTER_URL.has(url[length - 1] ?? '')) length -= 1;
  return length;
}

/** Finds the enclosure that a URL in a text leads to, whatever query was added to it. */
function createFinder(urls: Iterable<string>) {
  const known = new Map([...urls].map((url) => [comparable(url), url]));
  return (url: string) =>
    known.get(comparable(url)) ?? known.get(comparable(url.replace(/[?#].*/s, '')));
}

/**
 * Puts placeholders in place of the enclosures' URLs, wherever they are. A GUID becomes a hash, and
 * an episode without one gets it: apps would take a URL that changes for a new episode.
 * @returns the enclosures, and the edits that add GUIDs
 */
export function hideEnclosures(tokens: readonly Token[]): {
  enclosures: Enclosures;
  edits: Edit[];
} {
  const texts = tokens.filter(isText);
  const urls = new Set(
    texts
      .filter(isEnclosureUrl)
      .map(({ text }) => text.trim())
      .filter(isWebUrl),
  );
  const find = createFinder(urls);

  function hidden(token: Text): string {
    return token.text.replace(URL_IN_TEXT, (written) => {
      const found = find(written) ? written : written.slice(0, lengthOf(written));
      const url = find(found);
      if (url === undefined) return written;
      const rest = written.slice(found.length);
      return (isGuid(token) ? hash(found) : placeholderFor(url)) + rest;
    });
  }

  const edits: Edit[] = [];
  let hasGuid = false;
  let first = '';
  for (const token of tokens) {
    if (isText(token)) {
      hasGuid ||= isGuid(token) && token.text.trim() !== '';
      if (isEnclosureUrl(token)) first ||= token.text.trim();
      token.text = hidden(token);
    } else if (token.kind === 'close' && token.name.toLowerCase() === 'item') {
      const guid = `<guid isPermaLink="false">${hash(first)}</guid>`;
      if (!hasGuid && first !== '')
        edits.push({ start: token.start, end: token.start, text: guid });
      hasGuid = false;
      first = '';
    }
  }
  return { enclosures: Object.fromEntries([...urls].map((url) => [idOf(url), url])), edits };
}

/**
 * Fills the placeholders, in a feed or in the JSON made of it.
 * @param urlOf URL of an enclosure by its ID, without a final slash
 */
export function fillEnclosures(text: string, urlOf: (id: string) => string): string {
  return text.replace(PLACEHOLDER, (_, id: string) => `${urlOf(id)}/`);
}
