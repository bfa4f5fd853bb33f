/** The publisher's help, as the page gives it. */
import type { ElementHost } from '../first-load/element-services.js';
import { contactUrl } from './contact-url.js';

/** Where the page's `contact` leads. The page's developer is told if it leads nowhere. */
export function contactOf(host: ElementHost): string | undefined {
  const { contact, baseURI } = host;
  const url = contact ? contactUrl(contact, baseURI) : undefined;
  if (contact && !url) {
    void import('./warn-of-mistakes.js').then(
      (chunk) => chunk.warnOfMistakes(host),
      () => undefined,
    );
  }
  return url;
}
