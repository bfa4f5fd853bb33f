/**
 * The frame of the pages that members reach outside a publisher's site: the consume page, and
 * what a used or broken link leads to. One look, light and dark, in the member's language, with
 * the publisher's name, colour and way back.
 */
import { sha256Base64 } from '../crypto/sha256.js';
import { validLocale, type LanguageCode } from '../languages/languages.js';
import { directionOf } from '../languages/locale.js';
import { accentStyle } from './accent.js';
import style from './page.css?raw';
import type { Publisher } from './publisher.js';

export interface Page {
  language: LanguageCode;
  /** Shown in the tab; plain text. */
  title: string;
  /** HTML of the page's main part, with everything foreign in it escaped. */
  main: string;
  publisher?: Publisher | undefined;
  /** A page of a few words is narrower than one with a podcast on it. */
  isMessage?: boolean;
  /** HTML at the end of the head. */
  head?: string;
  /** HTML at the end of the body. */
  scripts?: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as it may stand in HTML, in an element or in a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

const BACK = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M13 8H3m4-4L3 8l4 4"/></svg>';

/** The publisher's name above the page. It leads back, unless the page has a button for that. */
function renderPublisher({ name, url }: Publisher, hasButton: boolean): string {
  const shown = `<bdi>${escapeHtml(name)}</bdi>`;
  const inner =
    url && !hasButton
      ? `<a href="${escapeHtml(url)}">${BACK}${shown}</a>`
      : `<span>${shown}</span>`;
  return `<header class="publisher">${inner}</header>\n`;
}

/** The style sheets of a page. The accent has one of its own, so that the other one is always the same. */
function stylesOf(publisher: Publisher | undefined): string[] {
  const { accentDark, accent = accentDark } = publisher ?? {};
  return accent ? [style, accentStyle(accent, accentDark)] : [style];
}

/** The whole document. Its styles are inline: see {@link styleSource}. */
export function renderPage(page: Page): string {
  const { language, title, main, publisher, isMessage = false, head = '', scripts = '' } = page;
  return `<!doctype html>
<html lang="${validLocale(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${stylesOf(publisher)
  .map((sheet) => `<style>${sheet}</style>\n`)
  .join('')}${head}</head>
<body${isMessage ? ' class="message"' : ''}>
${publisher ? renderPublisher(publisher, isMessage) : ''}<main>
${main}
</main>
${scripts}
</body>
</html>
`;
}

/** Hashes by style sheet: the pages' own, and that of the publisher in force. */
const hashes = new Map<string, Promise<string>>();
const MAX_HASHES = 16;

function hashOf(sheet: string): Promise<string> {
  const known = hashes.get(sheet);
  if (known) return known;
  if (hashes.size >= MAX_HASHES) hashes.clear();
  const hash = sha256Base64(sheet);
  hashes.set(sheet, hash);
  return hash;
}

/** The sources that `style-src` must list for the inline styles of a page (CSP 3, §2.3.1). */
export async function styleSource(publisher?: Publisher): Promise<string> {
  const sources = stylesOf(publisher).map(async (sheet) => `'sha256-${await hashOf(sheet)}'`);
  return (await Promise.all(sources)).join(' ');
}

/** Headers of every page: no cache keeps it, no search engine lists it, and no site learns its URL. */
export const privateHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};
