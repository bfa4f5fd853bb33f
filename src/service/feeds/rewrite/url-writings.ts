/**
 * Finds URLs in texts however they are written there: escaped, with another scheme or none, with a
 * default port, with a query added, or inside the URL of another service. Takes linear time.
 */
import { parseUrl, withoutTrailingSlash } from '../../../urls/web-url.js';
import { foldText } from './folded-text.js';

export interface Writing {
  /** The known URL that is written there. */
  url: string;
  /** Offsets in the text of its first character and after its last one. */
  start: number;
  end: number;
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
/** How far before a URL the URL that it is part of may begin. */
const MAX_PREFIX = 300;
const TOKEN = /[a-z\d]+|[^]/y;
/** A host inside a URL: measuring services put the next one's URL behind their own. */
const NESTED_HOST = /[/=](?=(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?\/)/g;
const MAX_NESTED = 8;
const MAX_HOST = 260;
/** The parts of a run of letters that may be a host: in some languages no blank parts it from the word before. */
const HOST_PARTS = [/.*$/, /[a-z\d.-]*(?::\d+)?$/, /[^\u2e80-\uffef]*$/];
const OUTER_URL = /https?:\/{0,2}|\/\/|(?:[a-z\d-]+\.)+[a-z]{2,}\//;
const REST_OF_URL = /[^\s"'<>`,|\\{}]*/y;
/** The characters that end a URL before it, as {@link REST_OF_URL} does after it. */
const BEFORE_URL = /[\s"'<>`,;|\\(){}[\]]/;
/** Characters after a URL that are the sentence's. */
const AFTER_URL = new Set('.,;:!?)]}*_…');
const DEFAULT_PORT = /:(?:80|443)$/;

function isHostCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code > 127 || /[a-z\d.:-]/.test(text.charAt(index));
}

/** The host as it is compared. */
const bareHost = (host: string): string =>
  host
    .replace(DEFAULT_PORT, '')
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

/** Whether a path goes on after what was found, so that it is another URL. */
const goesOn = (text: string, index: number): boolean =>
  /^(?:-|[/_.][a-z\d%])/.test(text.slice(index, index + 2)) &&
  !(text.charAt(index) === '.' && FILE.test(text.slice(Math.max(0, index - 6), index)));

/**
 * Where the URL begins that a host at `host` is in.
 * @returns that, and whether it is the URL of another service, with the one of the host inside
 */
function startOfUrl(
  text: string,
  floor: number,
  host: number,
): { from: number; isNested: boolean } {
  let start = host;
  const first = Math.max(floor, host - MAX_PREFIX);
  while (start > first && !BEFORE_URL.test(text.charAt(start - 1))) start -= 1;
  const before = text.slice(start, host);
  const outer = OUTER_URL.exec(before)?.index;
  if (outer === undefined) return { from: before.endsWith('@') ? start : host, isNested: false };
  const isNested = !/^(?:https?:)?\/*(?:[^/]*@)?$/.test(before.slice(outer));
  return { from: start + outer, isNested };
}

/** Where a URL ends, its query included, without the end of the sentence. */
function endOfUrl(text: string, end: number, hasMore: boolean): number {
  const after = text.charAt(end) === '/' ? end + 1 : end;
  if (!hasMore && !/[?#&]/.test(text.charAt(after))) return after;
  REST_OF_URL.lastIndex = after;
  REST_OF_URL.test(text);
  let last = REST_OF_URL.lastIndex;
  while (last > after && AFTER_URL.has(text.charAt(last - 1))) last -= 1;
  return last;
}

/** The longest known URL that is the host of a branch and what follows it at `slash`. */
function matchFrom(branch: Branch, text: string, slash: number): Match | undefined {
  let found: Match | undefined;
  let next: Branch | undefined = branch;
  TOKEN.lastIndex = slash;
  while (next) {
    const token: string | undefined = TOKEN.exec(text)?.[0];
    next = token === undefined ? undefined : next.next.get(token);
    if (next?.url === undefined) continue;
    const { url, isCut = false } = next;
    const end = TOKEN.lastIndex;
    if (isCut || !goesOn(text, end)) found = { url, end, isCut };
  }
  return found;
}

/**
 * @param urls absolute web URLs
 * @returns a function that lists their writings in a text, in order, without overlap
 */
export function createUrlFinder(urls: Iterable<string>): (text: string) => Writing[] {
  const hosts = new Map<string, Branch>();

  function add(form: string, url: string): void {
    const slash = form.indexOf('/');
    // A host alone is a site, which the show may name anywhere.
    if (slash < 0 || slash === form.length - 1) return;
    const host = bareHost(form.slice(0, slash));
    let branch = hosts.get(host) ?? { next: new Map<string, Branch>() };
    hosts.set(host, branch);
    const path = form.slice(slash);
    const tokens = path.slice(0, MAX_LENGTH).match(/[a-z\d]+|[^]/g) ?? [];
    const isCut = path.length > MAX_LENGTH;
    // The last token may have been cut, too.
    for (const token of isCut ? tokens.slice(0, -1) : tokens) {
      const next = branch.next.get(token) ?? { next: new Map<string, Branch>() };
      branch.next.set(token, next);
      branch = next;
    }
    branch.url ??= url;
    branch.isCut = isCut;
  }
  for (const url of urls) for (const form of formsOf(url)) add(form, url);

  /** The branch of the host at the end of a run of its characters, and where that host begins. */
  function hostAt(text: string, start: number, slash: number) {
    const run = text.slice(Math.max(start, slash - MAX_HOST), slash);
    for (const part of HOST_PARTS) {
      const host = part.exec(run)?.[0] ?? '';
      const branch = hosts.get(bareHost(host));
      if (branch) return { branch, host: slash - host.length };
    }
    return undefined;
  }

  return (original) => {
    if (hosts.size === 0) return [];
    const folded = foldText(original);
    const { text } = folded;
    const writings: Writing[] = [];
    let done = 0;
    for (let slash = text.indexOf('/'); slash >= 0; slash = text.indexOf('/', slash + 1)) {
      if (slash < done) continue;
      let start = slash;
      while (start > done && isHostCharacter(text, start - 1)) start -= 1;
      const known = hostAt(text, start, slash);
      const match = known && matchFrom(known.branch, text, slash);
      if (!match) continue;
      const { from, isNested } = startOfUrl(text, done, known.host);
      done = endOfUrl(text, match.end, isNested || match.isCut);
      const [first, end] = [folded.startOf(from), folded.endOf(done - 1)];
      writings.push({ url: match.url, start: first, end });
    }
    return writings;
  };
}
