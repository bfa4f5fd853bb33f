/**
 * Show notes as nodes that are safe to stand in the page: by the browser's own sanitizer
 * where there is one, else by DOMPurify. Loaded when notes are first opened.
 */
import { notesAttributes, notesLinkSchemes, notesTags } from '../../../podcast/notes-html.js';
import { findAddresses } from './find-addresses.js';

/** The HTML Sanitizer API, which the compiler's libraries do not know yet. */
interface SanitizingElement {
  setHTML(html: string, options: { sanitizer: unknown }): void;
}

/** Elements that give way to their content. The browser's sanitizer drops whatever it is told nothing of, text and all. */
const transparent =
  'abbr address article aside blockquote caption center cite code dd del details dfn div dl dt ' +
  'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr ins kbd main mark nav pre q s samp section ' +
  'small span strike sub summary sup table tbody td tfoot th thead time tr tt u var wbr';

const sanitizer = {
  elements: notesTags.map((name) => ({ name, attributes: notesAttributes[name] ?? [] })),
  // Without a list of its own it would let every harmless attribute pass: `style` for one.
  attributes: [],
  replaceWithChildrenElements: transparent.split(' '),
};

async function sanitized(html: string): Promise<HTMLElement> {
  const notes = document.createElement('div');
  if ('setHTML' in notes) {
    (notes as unknown as SanitizingElement).setHTML(html, { sanitizer });
  } else {
    const { default: purify } = await import('dompurify');
    notes.append(
      purify.sanitize(html, {
        ALLOWED_TAGS: notesTags,
        ALLOWED_ATTR: Object.values(notesAttributes).flat(),
        ALLOW_DATA_ATTR: false,
        ALLOW_ARIA_ATTR: false,
        RETURN_DOM_FRAGMENT: true,
      }),
    );
  }
  return notes;
}

/** A link in notes leads out of the page, without a referrer. */
function leadOut(link: HTMLAnchorElement): void {
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

/** A link with another scheme than those of notes is none. */
function mendLink(link: HTMLAnchorElement): void {
  const scheme = /^\s*([a-z]+):/i.exec(link.getAttribute('href') ?? '')?.[1]?.toLowerCase() ?? '';
  if (notesLinkSchemes.includes(scheme)) leadOut(link);
  else link.replaceWith(...link.childNodes);
}

/** A text in pieces, its addresses as links. */
function withLinks(text: string): (string | HTMLAnchorElement)[] {
  let end = 0;
  const pieces = findAddresses(text).flatMap(({ at, address, href }) => {
    const link = document.createElement('a');
    link.href = href;
    link.textContent = address;
    leadOut(link);
    const before = text.slice(end, at);
    end = at + address.length;
    return [before, link];
  });
  return [...pieces, text.slice(end)];
}

/** Addresses that are no links yet become some: people write them as in a letter, in HTML too. */
function linkAddresses(notes: HTMLElement): void {
  const walker = document.createTreeWalker(notes, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.parentElement?.closest('a')) text.replaceWith(...withLinks(text.data));
  }
}

/** Plain text: its lines stay lines. */
function textNotes(text: string): HTMLElement {
  const notes = document.createElement('div');
  notes.className = 'lines';
  notes.append(text);
  return notes;
}

/**
 * Renders an episode's HTML. Its plain text takes the place of HTML that has nothing to read, or that the
 * page's policy forbids to sanitize; HTML without a tag is text, too.
 */
export async function showNotes(html: string, plainText: string): Promise<HTMLElement> {
  const notes = html ? await sanitized(html).catch(() => undefined) : undefined;
  const text = notes?.textContent.trim();
  const isText = !notes || !text || !/<[a-z/!]/i.test(html);
  const shown = isText ? textNotes(text || plainText) : notes;
  shown.querySelectorAll('a').forEach(mendLink);
  linkAddresses(shown);
  return shown;
}
