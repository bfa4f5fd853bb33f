/** Ways to another device: the address of the element's page, and a mail to themselves. */
import type { ElementHost } from '../element/element-host.js';
import type { Texts } from '../language/texts/en.js';
import { fill } from '../language/texts.js';

/**
 * The page's own address: what there is to scan, mail or share without a hand-off. An address of the
 * consume page that is made here would hold the feed URL.
 * @param appId of the one app that was pressed. It goes into the fragment where the page reads it there
 * (docs/interface.md 4.6), and never in the place of a fragment that is the page's own.
 */
export function pageAddress(host: ElementHost, appId: string | undefined): string {
  const url = new URL(location.href);
  const isConsumePage = host.getAttribute('links') === 'direct';
  const ownFragments = ['', `#${host.getAttribute('one-app')}`];
  if (appId && isConsumePage && ownFragments.includes(url.hash)) url.hash = appId;
  return url.href;
}

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
