/** Keeps a feed's own address out of what is read from it: in a private feed it is the member's secret. */
import { parseUrl } from '../urls/web-url.js';
import { hashOf } from './values/guid.js';

/** More addresses of its own than a feed has; each costs a look at every text. */
const MOST_ADDRESSES = 8;

/** What of an address is found again however it is written: no scheme, no slash at the end. */
function coreOf(address: string | undefined): string | undefined {
  const url = parseUrl(address ?? '');
  if (!url) return undefined;
  const { host, pathname, search } = url;
  // The bare site is no feed; every link of the show begins with it.
  if (pathname === '/' && search === '') return undefined;
  return `${host}${pathname}${search}`.replace(/\/+$/, '');
}

/** The ways to write an address in text, in HTML and in the query of another address. */
function spellings(core: string): string[] {
  return [...new Set([core, core.replaceAll('&', '&amp;'), encodeURIComponent(core)])];
}

const escapeForRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Finds an address with its scheme and query, but not a longer path that only begins with it. */
function matcherOf(spelling: string): RegExp {
  const scheme = '(?:[a-z]{3,12}(?::|%3A)(?://|%2F%2F))?';
  const more = '(?:[?#][^\\s"\'<>]*)?';
  return new RegExp(`${scheme}${escapeForRegExp(spelling)}(?!/?[\\w%-]|[.~]\\w)/?${more}`, 'gi');
}

interface Secret {
  /** A piece of it that is written alike everywhere: what does not hold it holds no spelling. */
  piece: string;
  matchers: RegExp[];
}

function secretOf(core: string): Secret {
  const pieces = core.match(/[a-z\d]+/gi) ?? [];
  const piece = pieces.reduce((one, other) => (other.length > one.length ? other : one), '');
  return { piece, matchers: spellings(core).map(matcherOf) };
}

/**
 * Takes a feed's own addresses out of every text in `value`, in place. A field that held
 * nothing else is left out; a GUID that did is replaced by a name of its own.
 */
export function withoutFeedAddress<Value extends object>(
  value: Value,
  addresses: readonly (string | undefined)[],
): Value {
  const cores = [...new Set(addresses.flatMap((address) => coreOf(address) ?? []))];
  const secrets = cores.slice(0, MOST_ADDRESSES).map(secretOf);
  if (secrets.length > 0) clean(value as Record<string, unknown>, secrets);
  return value;
}

function clean(value: Record<string, unknown>, secrets: readonly Secret[]): void {
  for (const key in value) {
    const held = value[key];
    if (typeof held === 'string') {
      const cleaned = cleanedText(held, secrets);
      if (cleaned !== held) value[key] = cleaned === '' ? inPlaceOf(key, held) : cleaned;
    } else if (typeof held === 'object' && held !== null) {
      clean(held as Record<string, unknown>, secrets);
    }
  }
}

/** Some fields are never missing: an episode has a GUID, what has a title or a name may have an empty one. */
function inPlaceOf(key: string, held: string): string | undefined {
  if (key === 'guid') return hashOf(held);
  return key === 'title' || key === 'name' ? '' : undefined;
}

function cleanedText(text: string, secrets: readonly Secret[]): string {
  let cleaned = text;
  for (const { piece, matchers } of secrets) {
    if (cleaned.length < piece.length || !cleaned.includes(piece)) continue;
    for (const matcher of matchers) cleaned = cleaned.replace(matcher, '');
  }
  return cleaned === text ? text : cleaned.trim();
}
