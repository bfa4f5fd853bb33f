/**
 * Makes a show's relative URLs absolute. In a member's feed they would resolve against the
 * member's own feed URL, and players would look for the enclosures behind that secret.
 */
import { parseUrl } from '../../../urls/web-url.js';
import { isText, type Tag, type Text, type Token } from './feed-tokens.js';

/** Attributes that hold a URL, in any element of RSS and its extensions. */
const urlAttributes = new Set(['url', 'href', 'uri', 'img']);
/** Elements whose text is a URL. */
const urlElements = new Set(['link', 'url']);

/** A relative URL made absolute; `undefined` for one that is absolute, empty or a mere fragment. */
function resolve(written: string, base: string): string | undefined {
  const url = written.trim();
  if (!url || url.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(url)) return undefined;
  return parseUrl(url, base)?.href;
}

/** Whether a text is a URL; some feeds write "www.example.com", so it must start like a path. */
function isUrl({ kind, tag, attribute, written }: Text, next: Token | undefined): boolean {
  if (kind === 'attribute') return urlAttributes.has(attribute);
  const isWhole = next && !isText(next) && next.kind === 'close' && next.name.toLowerCase() === tag;
  if (kind !== 'text' || !urlElements.has(tag) || !isWhole) return false;
  return /^\s*(?:\.{0,2}\/|\?)/.test(written);
}

/** Deeper elements are read with the base of those around them. */
const MAX_DEPTH = 256;

/** The base inside an element (XML Base §4), itself relative to the one around it. */
function baseIn({ attributes }: Tag, base: string | undefined): string | undefined {
  const own = attributes.find(({ attribute }) => attribute === 'xml:base')?.text.trim();
  return own === undefined ? base : (parseUrl(own, base)?.href ?? base);
}

/** @param url that the feed came from */
export function makeUrlsAbsolute(tokens: readonly Token[], url: string | undefined): void {
  const open: { name: string; around: string | undefined }[] = [];
  let base = url;
  let isEmpty = false;
  const leave = (at: number) => {
    base = open[at]?.around;
    open.length = at;
  };
  tokens.forEach((token, index) => {
    if (isText(token)) {
      if (base === undefined || !isUrl(token, tokens[index + 1])) return;
      token.text = resolve(token.text, base) ?? token.text;
      return;
    }
    if (isEmpty) leave(open.length - 1);
    isEmpty = false;
    const { kind, name } = token;
    if (kind === 'close') {
      const at = open.findLastIndex((element) => element.name === name);
      if (at >= 0) leave(at);
    } else if (open.length < MAX_DEPTH) {
      open.push({ name, around: base });
      base = baseIn(token, base);
      isEmpty = kind === 'empty';
    }
  });
}
