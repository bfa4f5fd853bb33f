/**
 * Entities in items that go into another feed. What their own DOCTYPE declares means nothing there,
 * and one unknown entity makes the whole feed unreadable for a strict parser.
 */
import { decodeEntities } from '../../../podcast/xml/entities.js';
import { isText, type Token } from '../rewrite/feed-tokens.js';
import type { Edit } from '../rewrite/splice.js';

const AMPERSAND = /&(?:(amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);|[a-zA-Z][a-zA-Z\d]*;)?/g;

const asNumbers = (text: string): string =>
  Array.from(text, (character) => `&#${character.codePointAt(0)};`).join('');

/**
 * A text with the entities of XML alone: bare signs become entities, and numbers of characters that XML
 * forbids are left out.
 */
function portable(raw: string): string {
  const bare = raw.replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');
  return bare.replace(AMPERSAND, (written, known?: string) => {
    const decoded = decodeEntities(written);
    if (known !== undefined) return decoded && written;
    return decoded === written ? `&amp;${written.slice(1)}` : asNumbers(decoded);
  });
}

/** The edits that make the entities of texts the same in every feed. */
export function entityEdits(xml: string, tokens: readonly Token[]): Edit[] {
  return tokens.flatMap((token) => {
    // A text that changed is written anew anyway.
    if (!isText(token) || token.text !== token.written) return [];
    if (token.kind !== 'text' && token.kind !== 'attribute') return [];
    const { start, end } = token;
    const raw = xml.slice(start, end);
    if (!/[&<]|]]>/.test(raw)) return [];
    const text = portable(raw);
    return text === raw ? [] : [{ start, end, text }];
  });
}
