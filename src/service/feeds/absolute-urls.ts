/**
 * Makes a show's relative URLs absolute. In a member's feed they would resolve against the
 * member's own feed URL, and players would look for the recordings behind that secret.
 */
import { Parser } from 'htmlparser2';
import { parseUrl } from '../../urls/web-url.js';
import { escapeAttribute } from './own-urls.js';
import { splice, type Edit } from './splice.js';

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

/**
 * Returns the feed with its relative URLs made absolute and every other character unchanged.
 * @param base URL that the feed came from.
 */
export function absoluteUrls(xml: string, base: string): string {
  const edits: Edit[] = [];
  let textStart: number | undefined;

  const parser = new Parser(
    {
      onattribute(name, value, quote) {
        const href = urlAttributes.has(name.toLowerCase()) ? resolve(value, base) : undefined;
        if (href === undefined || !quote) return;
        // The parser is just past the closing quote, and the value contains no other.
        const end = parser.endIndex;
        const start = xml.lastIndexOf(quote, end - 2);
        edits.push({ start, end, text: `"${escapeAttribute(href)}"` });
      },
      onopentag(tag) {
        textStart = urlElements.has(tag.toLowerCase()) ? parser.endIndex + 1 : undefined;
      },
      onclosetag(_tag, implied) {
        if (textStart !== undefined && !implied) {
          const start = textStart;
          const end = parser.startIndex;
          const written = xml.slice(start, end);
          // Some feeds write "www.example.com" here. Only text that starts like a path is one.
          const isPath = /^\s*(?:\.{0,2}\/|\?)(?:[^<&]|&amp;)*$/.test(written);
          const href = isPath ? resolve(written.replaceAll('&amp;', '&'), base) : undefined;
          if (href !== undefined) edits.push({ start, end, text: escapeAttribute(href) });
        }
        textStart = undefined;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return splice(xml, edits);
}
