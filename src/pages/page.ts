/**
 * The frame of the pages that members reach outside a publisher's site: the consume page, and
 * what a used or broken link leads to. One look, light and dark, in the member's language.
 */
import { sha256Base64 } from '../crypto/sha256.js';
import { directionOf, type LanguageCode } from '../languages/languages.js';
import style from './page.css?raw';

export interface Page {
  language: LanguageCode;
  /** Shown in the tab; plain text. */
  title: string;
  /** HTML of the page's main part, with everything foreign in it escaped. */
  main: string;
  /** A page of a few words is narrower than one with a podcast on it. */
  isMessage?: boolean;
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

/** The whole document. Its style is inline: see {@link styleSource}. */
export function renderPage({ language, title, main, isMessage, scripts = '' }: Page): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main${isMessage ? ' class="message"' : ''}>
${main}
</main>
${scripts}
</body>
</html>
`;
}

let hash: Promise<string> | undefined;

/** The source that `style-src` must list for the inline style (CSP 3, §2.3.1). */
export async function styleSource(): Promise<string> {
  return `'sha256-${await (hash ??= sha256Base64(style))}'`;
}

/** Headers of every page: no cache keeps it, no search engine lists it, and no site learns its URL. */
export const privateHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};
