/** Whose page it is: the publisher's name, and the ways back that a page offers. */

/** Dresses the pages that members reach outside the publisher's site. */
export interface Publisher {
  /** As members know it. */
  name: string;
  /** Where members come back to, such as the member page: an absolute https URL. */
  url?: string | undefined;
  /** One colour, as CSS writes it in hex: `#0f5560`. It is made lighter or darker until it reads. */
  accent?: string | undefined;
  /** The same for dark pages, where a brand has another one. Of the two, one alone is for both. */
  accentDark?: string | undefined;
  /** Where members find help: a mail address, or a URL (https or mailto). */
  contact?: string | undefined;
}

/** The address of a link to {@link Publisher.contact}. */
export function contactHref(contact: string): string {
  return /^(?:https?|mailto):/i.test(contact) ? contact : `mailto:${contact}`;
}
