/** XML's, HTML's and numeric entities, decoded; an unknown one and a bare `&` stay as they are. */
import { decodeHTMLStrict } from 'entities';
import { cleanText } from './decode.js';

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

/** Nearly all entities of a feed, so that few have to be looked up among HTML's two thousand. */
const USUAL = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&nbsp;', '\u00a0'],
]);

/** Decodes entities once. Nothing that a DOCTYPE declares is ever expanded. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    ENTITY,
    (entity) =>
      // Only a numeric one can stand for a character that XML forbids.
      USUAL.get(entity) ?? cleanText(decodeHTMLStrict(entity)),
  );
}
