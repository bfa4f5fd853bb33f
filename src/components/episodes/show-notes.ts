/**
 * Show notes as nodes that are safe to stand in the page: by the browser's own sanitizer
 * where there is one, else by DOMPurify. Loaded when notes are first opened.
 */

/** What notes may hold; everything else gives way to its text. */
const tags = ['b', 'i', 'em', 'strong', 'a', 'p', 'br', 'ul', 'ol', 'li'];

/** The HTML Sanitizer API, which the compiler's libraries do not know yet. */
interface SanitizingElement {
  setHTML(html: string, options: { sanitizer: unknown }): void;
}

const sanitizer = {
  elements: tags.map((name) => (name === 'a' ? { name, attributes: ['href'] } : { name })),
  replaceWithChildrenElements: [
    'div',
    'span',
    'section',
    'article',
    'h1',
    'h2',
    'h3',
    'h4',
    'font',
  ],
};

async function sanitized(html: string): Promise<HTMLElement> {
  const notes = document.createElement('div');
  if ('setHTML' in notes) {
    (notes as unknown as SanitizingElement).setHTML(html, { sanitizer });
  } else {
    const { default: purify } = await import('dompurify');
    notes.append(
      purify.sanitize(html, {
        ALLOWED_TAGS: tags,
        ALLOWED_ATTR: ['href'],
        RETURN_DOM_FRAGMENT: true,
      }),
    );
  }
  return notes;
}

/** A link in notes leads out of the page, without a referrer, or is none. */
function mendLink(link: HTMLAnchorElement): void {
  if (!/^\s*(https?:|mailto:)/i.test(link.getAttribute('href') ?? '')) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
}

/** Renders an episode's HTML; where the page's policy forbids the sanitizer, its plain text. */
export async function showNotes(html: string, plainText: string): Promise<HTMLElement> {
  try {
    const notes = await sanitized(html);
    notes.querySelectorAll('a').forEach(mendLink);
    return notes;
  } catch {
    const notes = document.createElement('div');
    notes.textContent = plainText;
    return notes;
  }
}
