/** Titles as they are compared: hosts write the same one with other entities, spaces and quotes. */
import { htmlToText, oneLine } from '../../../podcast/values/html-to-text.js';

/** @param title decoded once; many hosts escape titles twice. */
export function titleKey(title: string): string {
  const text = (htmlToText(title) ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[‐‑‒–—―]/g, '-');
  return oneLine(text) ?? '';
}
