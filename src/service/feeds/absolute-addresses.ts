/**
 * Makes a show's relative addresses absolute. In the member's feed they would be relative to the
 * member's own address: players would look for the recordings behind that secret, in vain.
 */
import { Parser } from 'htmlparser2';
import { parseUrl } from '../../urls/web-url.js';
import { splice, type Edit } from './splice.js';

/** Attributes that hold an address, in whatever element of RSS and its extensions. */
const addressAttributes = new Set(['url', 'href', 'uri', 'img']);
/** Elements whose text is one. */
const addressElements = new Set(['link', 'url']);

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A relative address, resolved; undefined where there is nothing to resolve. */
function resolve(written: string, base: string): string | undefined {
  const address = written.trim();
  if (!address || address.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(address)) return undefined;
  return parseUrl(address, base)?.href;
}

/**
 * The feed with its relative addresses resolved, and everything else as it was.
 * @param base where the feed came from.
 */
export function absoluteAddresses(xml: string, base: string): string {
  const edits: Edit[] = [];
  let textStart: number | undefined;

  const parser = new Parser(
    {
      onattribute(name, value, quote) {
        const href = addressAttributes.has(name.toLowerCase()) ? resolve(value, base) : undefined;
        if (href === undefined || !quote) return;
        // The parser stands behind the closing quote, and the value holds no other.
        const end = parser.endIndex;
        const start = xml.lastIndexOf(quote, end - 2);
        edits.push({ start, end, text: `"${escapeAttribute(href)}"` });
      },
      onopentag(tag) {
        textStart = addressElements.has(tag.toLowerCase()) ? parser.endIndex + 1 : undefined;
      },
      onclosetag(_tag, implied) {
        if (textStart !== undefined && !implied) {
          const start = textStart;
          const end = parser.startIndex;
          const written = xml.slice(start, end);
          // A name without a scheme stands there too, and is no path: only what begins like one is.
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
