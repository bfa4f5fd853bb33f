/** A mail of a member to themselves, as the address that opens their mail program. */
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';

export interface Mail {
  /** Where the mail leads. */
  url: string;
  /** Whether it was made for this mail: the text says how long it works. */
  expires: boolean;
  title: string;
}

/** A `mailto:` URL (RFC 6068) without an addressee. */
export function mailAddress({ url, expires, title }: Mail, texts: Texts): string {
  const fields = new URLSearchParams({
    subject: fill(texts.emailSubject, { title }),
    // Its lines end as those of mails do.
    body: [texts.emailText, url, ...(expires ? ['', texts.emailExpires] : [])].join('\r\n'),
  });
  // A mail program takes a plus for a plus.
  return `mailto:?${fields.toString().replaceAll('+', '%20')}`;
}
