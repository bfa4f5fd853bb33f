/** Decodes XML, HTML and numeric entities. Unknown ones and a bare `&` stay as they are. */
import { decodeHTMLStrict } from 'entities';
import { cleanText } from './decode.js';

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

/** Nearly all entities in feeds. Looking them up here is faster than among HTML's two thousand. */
const commonEntities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&nbsp;', '\u00a0'],
]);

/** Decodes entities once. What a DOCTYPE declares is never expanded. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    ENTITY,
    (entity) =>
      // A numeric entity can stand for a character that XML forbids.
      commonEntities.get(entity) ?? cleanText(decodeHTMLStrict(entity)),
  );
}
