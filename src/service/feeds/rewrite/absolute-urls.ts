/**
 * Makes a show's relative URLs absolute. In a member's feed they would resolve against the
 * member's own feed URL, and players would look for the enclosures behind that secret.
 */
import { parseUrl } from '../../../urls/web-url.js';
import { isText, type Text, type Token } from './feed-tokens.js';

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

/** @param base URL that the feed came from */
export function makeUrlsAbsolute(tokens: readonly Token[], base: string): void {
  tokens.forEach((token, index) => {
    if (!isText(token) || !isUrl(token, tokens[index + 1])) return;
    token.text = resolve(token.text, base) ?? token.text;
  });
}
