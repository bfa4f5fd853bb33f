/** XML's, HTML's and numeric entities, decoded; an unknown one and a bare `&` stay as they are. */
import { decodeHTMLStrict } from 'entities';
import { cleanText } from './decode.js';

/** Decodes entities once. Nothing that a DOCTYPE declares is ever expanded. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  const decoded = decodeHTMLStrict(text);
  // Only a numeric one can stand for a character that XML forbids.
  return text.includes('&#') ? cleanText(decoded) : decoded;
}
