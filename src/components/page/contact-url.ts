/** Where a member gets help: the publisher's mail address or page. */
import { resolveWebUrl } from '../../urls/web-url.js';

/** One mail address, without what would add a field to the mail (RFC 6068), and what nobody can see or send. */
const ADDRESS = /^[^\s@/?&#%:,;<>"\p{C}]+@[^\s@/?&#%:,;<>"\p{C}]+$/u;
/** A URL that names its scheme, or a path on the page's own site; other words are a mistake. */
const ADDRESS_OF_A_PAGE = /^(https?:\/\/|\.{0,2}\/|[?#])/i;

/**
 * @param contact as the page gives it: `help@breakwater.example`, `https://…` or `/help`.
 * @param base URL that a path is resolved against.
 * @returns what a link leads to: `mailto:…` or an absolute URL; `undefined` for anything else.
 */
export function contactUrl(contact: string, base: string): string | undefined {
  // Of a whole `mailto:` URL, the address alone.
  const given = contact.trim().replace(/^mailto:([^?]*).*$/is, '$1');
  if (ADDRESS.test(given)) return `mailto:${encodeURI(given)}`;
  return ADDRESS_OF_A_PAGE.test(given) ? resolveWebUrl(given, base) : undefined;
}
