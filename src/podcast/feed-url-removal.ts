/** Removes a feed's own URL from everything that was read: in a private feed it is a secret. */
import { parseUrl, withoutTrailingSlash } from '../urls/web-url.js';
import { fnv1a } from './values/guid.js';
import { occurrenceFinder, type OccurrenceFinder } from './values/text-occurrences.js';

/** No real feed has more URLs of its own, and each one costs a search of every text. */
const MAX_FEED_URLS = 8;

/** A longer fragment would cost more to find and tell no more. */
const MAX_FRAGMENT_LENGTH = 64;

/** How HTML writes an ampersand; the numbers are WordPress's. */
const AMPERSANDS = ['&amp;', '&#038;', '&#38;'];

interface Spelling {
  length: number;
  find: OccurrenceFinder;
}

interface Secret {
  /** A part of the URL that every spelling contains: a text without it needs no search. */
  fragment: string;
  spellings: Spelling[];
}

/** Decodes or encodes a text, or leaves it as it is if that is impossible. */
function attempt(convert: (text: string) => string, text: string): string {
  try {
    return convert(text);
  } catch {
    return text;
  }
}

/**
 * The spellings of a URL in texts, in HTML, in JSON and in the query of another URL: without
 * scheme and final slash, which are removed together with it.
 */
function spellingsOf({ host, port, pathname, search }: URL, written: string): string[] {
  const cores = (port ? [''] : ['', ':443', ':80']).map(
    (defaultPort) => `${host}${defaultPort}${pathname}${search}`,
  );
  const decoded = cores.map((core) => attempt(decodeURI, core));
  return [written.replace(/^[^/]*\/\//, ''), ...cores, ...decoded]
    .map(withoutTrailingSlash)
    .flatMap((text) => [
      text,
      ...AMPERSANDS.map((ampersand) => text.replaceAll('&', ampersand)),
      attempt(encodeURIComponent, text),
      text.replaceAll('/', '\\/'),
    ]);
}

/** The longest run of letters and digits that no spelling writes in another way. */
function fragmentOf({ pathname, search }: URL): string {
  const runs = `${pathname}${search}`.replace(/%[\da-f]{2}/gi, ' ').match(/[a-z\d]+/gi) ?? [];
  const longest = runs.reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.slice(0, MAX_FRAGMENT_LENGTH);
}

function secretOf(written: string): Secret[] {
  const url = parseUrl(written);
  // A URL without path and query is a site, not a feed, and every link of the show starts with it.
  if (!url?.host || (/^\/?$/.test(url.pathname) && url.search === '')) return [];
  const spellings = [...new Set(spellingsOf(url, written.trim()))].filter(Boolean);
  return [
    {
      fragment: fragmentOf(url),
      spellings: spellings.map((text) => ({ length: text.length, find: occurrenceFinder(text) })),
    },
  ];
}

const secretsOf = (urls: readonly string[]): Secret[] =>
  [...new Set(urls)].slice(0, MAX_FEED_URLS).flatMap(secretOf);

/**
 * Prepares the removal of a feed's URLs from texts.
 * @param urls absolute URLs of the feed, the most important first; others are ignored
 * @returns a function that returns a text without them, or undefined if nothing is left of it
 */
export function feedUrlRemover(urls: readonly string[]): (text: string) => string | undefined {
  const secrets = secretsOf(urls);
  return (text) => cleanText(text, secrets);
}

/**
 * Removes a feed's URLs from every text in `value`, in place. Fields and list elements of which
 * nothing is left are removed; a GUID is replaced by a hash of it.
 * @param urls absolute URLs of the feed, the most important first; others are ignored
 */
export function removeFeedUrls<Value extends object>(value: Value, urls: readonly string[]): Value {
  const secrets = secretsOf(urls);
  if (secrets.length > 0) clean(value, secrets);
  return value;
}

/** Cleans a value, objects and lists in place. Returns undefined if nothing is left of it. */
function clean(value: unknown, secrets: readonly Secret[]): unknown {
  if (typeof value === 'string') return cleanText(value, secrets);
  if (Array.isArray(value)) cleanList(value as unknown[], secrets);
  else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    const hadUrl = fields.url !== undefined;
    cleanFields(fields, secrets);
    // An enclosure or a transcript is nothing without its URL; an episode still has its GUID.
    if (hadUrl && fields.url === undefined && !('guid' in fields)) return undefined;
  }
  return value;
}

function cleanList(list: unknown[], secrets: readonly Secret[]): void {
  let kept = 0;
  for (const element of list) {
    const cleaned = clean(element, secrets);
    if (cleaned !== undefined) list[kept++] = cleaned;
  }
  list.length = kept;
}

function cleanFields(fields: Record<string, unknown>, secrets: readonly Secret[]): void {
  for (const key in fields) {
    const before = fields[key];
    const after = clean(before, secrets);
    if (after !== before) fields[key] = after ?? substituteFor(key, before as string);
  }
}

/** The substitute for a required field; `undefined` for optional ones. */
function substituteFor(key: string, removed: string): string | undefined {
  if (key === 'guid') return fnv1a(removed);
  return key === 'title' || key === 'name' ? '' : undefined;
}

function cleanText(text: string, secrets: readonly Secret[]): string | undefined {
  let cleaned = text;
  for (const { fragment, spellings } of secrets) {
    if (!cleaned.includes(fragment)) continue;
    for (const spelling of spellings) cleaned = withoutSpelling(cleaned, spelling);
  }
  return cleaned === text ? text : cleaned.trim() || undefined;
}

/** A scheme before the spelling, plain, as in JSON or as in a query. */
const SCHEME = /[a-z]{3,12}(?::|%3A)(?:\/\/|\\\/\\\/|%2F%2F)$/i;
const MAX_SCHEME_LENGTH = 21;

/** After the spelling: it is only the start of a longer path, so this is another URL. */
const LONGER_PATH = /(?:\/|%2F)?(?:[\w-]|%(?!2F|3F|23|26))|[.~]\w/iy;
/** After the spelling: a final slash, a query and a fragment, which are removed with it. */
const REST = /(?:\/|%2F)?(?:(?:[?#]|%3F|%23|%26)[^\s"'<>]*)?/iy;

function matchEnd(expression: RegExp, text: string, start: number): number | undefined {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : undefined;
}

/** A text without one spelling of the URL, and without the scheme and query at each place. */
function withoutSpelling(text: string, { length, find }: Spelling): string {
  let kept = '';
  let done = 0;
  for (const start of find(text)) {
    const end = start + length;
    if (start < done || matchEnd(LONGER_PATH, text, end) !== undefined) continue;
    const before = text.slice(done, start);
    const scheme = SCHEME.exec(before.slice(-MAX_SCHEME_LENGTH))?.[0] ?? '';
    kept += before.slice(0, before.length - scheme.length);
    done = matchEnd(REST, text, end) ?? end;
  }
  return kept + text.slice(done);
}
