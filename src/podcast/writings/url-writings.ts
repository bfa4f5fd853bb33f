/**
 * Finds URLs in texts however they are written there: escaped, with another scheme or none, with a default
 * port, with slashes, dots and line breaks that browsers leave out, with a query added, or inside the URL of
 * another service. Takes linear time.
 */
import { parseUrl, withoutTrailingSlash } from '../../urls/web-url.js';
import { foldText, type FoldedText } from './folded-text.js';

/** Offsets of the first character and after the last one. */
interface Range {
  start: number;
  end: number;
}

export interface Writing extends Range {
  /** The known URL that is written there. */
  url: string;
  /** Whether a query or a fragment was added to it. */
  hasMore: boolean;
  /** The URL of another service with this one inside; else the same range. */
  outer: Range;
}

/** The known URLs of one host by what follows the host, token by token. */
interface Branch {
  next: Map<string, Branch>;
  /** Present where the writing of a known URL is complete. */
  url?: string;
  /** Whether that URL goes on: it was too long. */
  isCut?: boolean;
}

interface Match {
  url: string;
  end: number;
  isCut: boolean;
}

/** A path that names a file of its own: its host usually ignores the query. */
const FILE = /\.(?:mp3|m4[abv]|mp4|mov|aac|og[agv]|opus|flac|wav|wma|aiff?|webm|mkv|avi|m3u8|pdf)$/;
/** A longer URL is found by its start. */
const MAX_LENGTH = 1_000;
/** How far before a URL the URL that it is part of may begin, and how far a path is followed back up. */
const MAX_PREFIX = 300;
/** A host inside a URL: measuring services put the next one's URL behind their own. */
const NESTED_HOST = /[/=](?=(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?\/)/g;
const MAX_NESTED = 8;
const MAX_HOST = 260;
/** Line breaks, and the blanks that become of them, in one word of a URL. */
const MAX_BREAKS = 4;
/** The parts of a run of letters that may be a host: in some languages no blank parts it from the word before. */
const HOST_PARTS = [/.*$/, /[a-z\d._-]*(?::\d+)?$/, /[^\u2e80-\uffef]*$/];
const OUTER_URL = /https?:[/\\]{0,2}|[/\\]{2}|(?:[a-z\d-]+\.)+[a-z]{2,}\//;
/** Matches what stands before the host of a URL. Browsers skip line breaks, and take any number of slashes. */
const SCHEME =
  /(?:[a-z][a-z\d+.-]{0,30}:[\t\n\r]{0,9})?[/\\][/\\\t\n\r]{0,9}(?:[^\s/\\@"'<>]{0,99}@)?$/;
const REST_OF_URL = /[^\s"'<>`,|\\{}]*/y;
/** The characters that end a URL before it, as {@link REST_OF_URL} does after it. */
const BEFORE_URL = /[ \f\v\u00a0"'<>`,;|(){}[\]]/;
/** Characters after a URL that are the sentence's. */
const AFTER_URL = new Set('.,;:!?)]}*_…');
const DEFAULT_PORT = /:0*(?:80|443)?$/;

const WORD = /[a-z\d]+/y;
const BREAKS = /\s+/y;
/** One segment of a path. */
const SEGMENT = /[^/\\?#\s"'<>]*/y;

function endOfMatch(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

const isSlash = (text: string, at: number): boolean => text[at] === '/' || text[at] === '\\';

function isHostCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code > 127 || /[a-z\d._:[\]-]/.test(text.charAt(index));
}

/** The host as it is compared. */
const bareHost = (host: string): string =>
  host
    .replace(DEFAULT_PORT, '')
    .replace(/\.$/, '')
    .replace(/^[.:-]+/, '')
    .replace(/^www\./, '');

/** A URL in lower case without scheme, and without its query if that does not matter. */
function withoutQuery(url: string): string {
  const path = /^[^?#&]*/.exec(url)?.[0] ?? '';
  return withoutTrailingSlash(FILE.test(path) ? path : url);
}

/** The target of a URL, in each form that may be found in a text; folded. */
function formsOf(url: string): string[] {
  const { host = '', pathname = '', search = '' } = parseUrl(url) ?? {};
  const written = /^[^/]*\/+(?:[^/?#]*@)?([^#]*)/.exec(url.replace(/[\t\n\r]/g, ''))?.[1] ?? '';
  const whole = [`${host}${pathname}${search}`, written].map((form) => foldText(form).text);
  const nested = whole.flatMap((form) =>
    [...form.slice(0, MAX_LENGTH).matchAll(NESTED_HOST)]
      .slice(0, MAX_NESTED)
      .map(({ index }) => form.slice(index + 1)),
  );
  return [...new Set([...whole, ...nested].map(withoutQuery))];
}

/** Where a path is after it went down and as far up again; undefined if it does not. */
function afterDetour(text: string, start: number): number | undefined {
  if (!text.slice(start, start + MAX_PREFIX).includes('..')) return undefined;
  let depth = 0;
  for (let at = start; at < start + MAX_PREFIX;) {
    const end = endOfMatch(SEGMENT, text, at);
    const segment = text.slice(at, end);
    if (!isSlash(text, end)) return segment === '..' && depth === 1 ? end : undefined;
    if (segment === '..') depth -= 1;
    else if (segment !== '.' && segment !== '') depth += 1;
    if (depth < 0) return undefined;
    at = end + 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** Where a path goes on after a slash: what follows it may lead nowhere (`//`, `/./`, `/x/../`). */
function afterSlash(text: string, slash: number, isFirst: boolean): number {
  let at = slash + 1;
  while (at < slash + MAX_PREFIX) {
    if (isSlash(text, at)) at += 1;
    else if (text[at] === '.' && isSlash(text, at + 1)) at += 2;
    else if (isFirst && text.startsWith('..', at) && isSlash(text, at + 2)) at += 3;
    else {
      const after = afterDetour(text, at);
      if (after === undefined) return at;
      at = after;
    }
  }
  return at;
}

/** The branch that is reached by what stands at an offset, and where it ends. */
function stepFrom(branch: Branch, text: string, at: number, isFirst: boolean) {
  const start = endOfMatch(BREAKS, text, at);
  if (isSlash(text, start)) {
    return { branch: branch.next.get('/'), end: afterSlash(text, start, isFirst) };
  }
  let end = endOfMatch(WORD, text, start);
  if (end === start) return { branch: branch.next.get(text.charAt(start)), end: start + 1 };
  let word = text.slice(start, end);
  let found = { branch: branch.next.get(word), end };
  // A break may part a word of the URL, or the URL from the next word: the longer one counts.
  for (let breaks = 0; breaks < MAX_BREAKS; breaks += 1) {
    const more = endOfMatch(BREAKS, text, end);
    if (more === end) break;
    end = endOfMatch(WORD, text, more);
    if (end === more) break;
    word += text.slice(more, end);
    const longer = branch.next.get(word);
    if (longer) found = { branch: longer, end };
  }
  return found;
}

/** The longest known URL that is the host of a branch and what follows it at `slash`. */
function matchFrom(branch: Branch, folded: FoldedText, original: string, slash: number) {
  const { text } = folded;
  const isEscaped = (at: number) => original[folded.startOf(at)] === '%';
  /** Whether the path goes on after what was found, so that it is another URL. */
  function goesOn(end: number): boolean {
    const after = isSlash(text, end) ? afterSlash(text, end, false) - 1 : end;
    const next = text.slice(after, after + 2);
    if (/^ \S/.test(next)) return isEscaped(after) && !isEscaped(slash);
    return (
      /^(?:-|[/_.~+@$=][a-z\d%])/.test(next) &&
      !(next.startsWith('.') && FILE.test(text.slice(Math.max(0, end - 6), end)))
    );
  }
  /** Whether it is only the show's site and, after a break, a word. */
  const isSiteAndWord = (end: number) =>
    /^[/\\]\s+[a-z]+$/.test(text.slice(slash, Math.min(end, slash + MAX_LENGTH)));

  let found: Match | undefined;
  let next: Branch | undefined = branch;
  for (let at = slash; next && at < text.length;) {
    const step = stepFrom(next, text, at, at === slash);
    next = step.branch;
    at = step.end;
    if (next?.url === undefined) continue;
    const { url, isCut = false } = next;
    if (isCut || !(goesOn(at) || isSiteAndWord(at))) found = { url, end: at, isCut };
  }
  return found;
}

/**
 * Where the URL of another service begins that has a URL inside.
 * @param start of the URL inside
 */
function startOfOuter(text: string, floor: number, start: number): number {
  let from = start;
  const first = Math.max(floor, start - MAX_PREFIX);
  while (from > first && !BEFORE_URL.test(text.charAt(from - 1))) from -= 1;
  const outer = OUTER_URL.exec(text.slice(from, start))?.index;
  return outer === undefined ? start : from + outer;
}

/**
 * Finds where a URL ends, its query included, without the end of the sentence.
 * @returns a function of where the known part of a URL ends, to be called from left to right
 */
function endFinder(text: string): (end: number, hasMore: boolean) => number {
  // Of one run of characters it is the same wherever it is asked for: many URLs may be in it.
  let [runEnd, trimmed] = [-1, -1];
  return (end, hasMore) => {
    const after = isSlash(text, end) ? afterSlash(text, end, false) : end;
    if (!hasMore && !/[?#&]/.test(text.charAt(after))) return after;
    if (after > runEnd) {
      runEnd = trimmed = endOfMatch(REST_OF_URL, text, after);
      while (trimmed > after && AFTER_URL.has(text.charAt(trimmed - 1))) trimmed -= 1;
    }
    return Math.max(after, trimmed);
  };
}

/**
 * @param urls absolute web URLs
 * @returns a function that lists their writings in a text, in order, without overlap; several may have
 *   one outer URL
 */
export function createUrlFinder(urls: Iterable<string>): (text: string) => Writing[] {
  const hosts = new Map<string, Branch>();
  /** How the hosts end, for a quick look. */
  const ends = new Set<string>();
  const mayEndHost = (text: string, at: number): boolean => {
    const end = text.slice(Math.max(0, at - 2), at);
    return ends.has(end) || /[\s.:\d\]]/.test(end);
  };

  function add(form: string, url: string): void {
    const slash = form.indexOf('/');
    // A host alone is a site, which the show may name anywhere.
    if (slash < 0 || /^[/\\]*$/.test(form.slice(slash))) return;
    const host = bareHost(form.slice(0, slash));
    let branch = hosts.get(host) ?? { next: new Map<string, Branch>() };
    hosts.set(host, branch);
    ends.add(host.slice(-2));
    const isCut = form.length - slash > MAX_LENGTH;
    const path = form.slice(0, slash + MAX_LENGTH);
    for (let at = slash; at < path.length; at = endOfMatch(BREAKS, path, at)) {
      const isFirst = at === slash;
      const word = endOfMatch(WORD, path, at);
      // The last word may have been cut, too.
      if (isCut && word === path.length) break;
      const token = isSlash(path, at) ? '/' : path.slice(at, Math.max(word, at + 1));
      const next = branch.next.get(token) ?? { next: new Map<string, Branch>() };
      branch.next.set(token, next);
      branch = next;
      at = token === '/' ? afterSlash(path, at, isFirst) : at + token.length;
    }
    branch.url ??= url;
    branch.isCut = isCut;
  }
  for (const url of urls) for (const form of formsOf(url)) add(form, url);

  /** The branch of the host at the end of a run of its characters, and where that host begins. */
  function hostAt(text: string, floor: number, slash: number) {
    const first = Math.max(floor, slash - MAX_HOST);
    let start = slash;
    let joined = '';
    for (let breaks = 0; breaks <= MAX_BREAKS; breaks += 1) {
      const end = start;
      while (start > first && isHostCharacter(text, start - 1)) start -= 1;
      const run = text.slice(start, end);
      // A host that JSON writes after a line break has the letter of that before it.
      const runs = [run, ...(text[start - 1] === '\\' ? [run.slice(1)] : [])].filter(Boolean);
      for (const each of runs) {
        for (const part of HOST_PARTS) {
          const found = part.exec(each)?.[0] ?? '';
          const branch = hosts.get(bareHost(found + joined));
          if (branch) return { branch, host: end - found.length };
        }
      }
      joined = run + joined;
      if (start <= first || !/\s/.test(text.charAt(start - 1))) break;
      while (start > first && /\s/.test(text.charAt(start - 1))) start -= 1;
    }
    return undefined;
  }

  return (original) => {
    if (hosts.size === 0 || !/[/\\%&\uff0f]/.test(original)) return [];
    const folded = foldText(original);
    const { text } = folded;
    const writings: Writing[] = [];
    const rangeOf = (start: number, end: number): Range => ({
      start: folded.startOf(start),
      end: folded.endOf(end - 1),
    });
    const endOfUrl = endFinder(text);
    /** Where a URL ends that may be a parameter of another one, whose parameters are its own. */
    function endOfInner(slash: number, { end, isCut }: Match): number {
      const last = endOfUrl(end, isCut);
      if (original[folded.startOf(slash)] !== '%') return last;
      for (let at = end; at < last; at += 1) {
        if (/[&#]/.test(text.charAt(at)) && original[folded.startOf(at)] !== '%') return at;
      }
      return last;
    }
    let done = 0;
    for (const { index: slash } of text.matchAll(/[/\\]/g)) {
      if (slash < done || !mayEndHost(text, slash)) continue;
      const known = hostAt(text, done, slash);
      const match = known && matchFrom(known.branch, folded, original, slash);
      if (!match) continue;
      const before = text.slice(Math.max(done, known.host - MAX_PREFIX), known.host);
      const start = known.host - (SCHEME.exec(before)?.[0].length ?? 0);
      const outer = startOfOuter(text, done, start);
      const end = endOfInner(slash, match);
      const last = outer < start ? endOfUrl(match.end, true) : end;
      done = end;
      writings.push({
        url: match.url,
        hasMore: /[?#&]/.test(text.slice(match.end, end)),
        ...rangeOf(start, end),
        outer: rangeOf(outer, last),
      });
    }
    return writings;
  };
}
