/** The fields that a publisher may give of itself, checked the same for the handler and for the service's catalogue. */
import { isEmailAddress } from '../../api/checks/email-address.js';
import { requireKnownOptions } from '../../api/checks/known-options.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import type { Publisher } from '../../pages/publisher.js';
import { isSecureUrl, isWebUrl } from '../../urls/web-url.js';

/** No page can show them, and a name has one line. */
const CONTROL = /\p{Cc}/u;
/** Without alpha: what it stands on would show through the buttons. */
const HEX_COLOR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

const isPageUrl = (value: string) => isWebUrl(value) && isSecureUrl(value);

function isContact(value: string): boolean {
  const [, address] = /^mailto:([^?]*)(?:\?.*)?$/i.exec(value) ?? [];
  return isPageUrl(value) || isEmailAddress(address ?? value);
}

const accentRule = [
  (value: string) => HEX_COLOR.test(value),
  'must be a CSS hex colour such as #0f5560',
] as const;

/** For each field what it must be, in the words of an error, and whether a text is. */
export const publisherRules: Readonly<
  Record<keyof Publisher, readonly [isValid: (value: string) => boolean, message: string]>
> = {
  name: [
    (value) => /\S/.test(value) && !CONTROL.test(value),
    'must be one line of text that is not empty',
  ],
  url: [isPageUrl, 'must be an https URL (plain http on loopback only)'],
  accent: accentRule,
  accentDark: accentRule,
  contact: [isContact, 'must be a mail address, or an https or mailto URL'],
};

/**
 * Reads the option `publisher`.
 * @throws {PrivatePodcastError} `config`, naming the field that cannot be used.
 */
export function readPublisher(given: Publisher | undefined): Publisher | undefined {
  if (given === undefined) return undefined;
  const of = '`createSubscribeHandler`';
  requireKnownOptions(given, publisherRules, { of, prefix: 'publisher.' });
  for (const [field, [isValid, message]] of Object.entries(publisherRules)) {
    const value: unknown = given[field as keyof Publisher];
    if (value === undefined && field !== 'name') continue;
    if (typeof value === 'string' && isValid(value)) continue;
    throw new PrivatePodcastError('config', `\`publisher.${field}\` ${message}.`);
  }
  const { name, url, accent, accentDark, contact } = given;
  return { name, url, accent, accentDark, contact };
}
