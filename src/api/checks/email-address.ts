/**
 * E-mail addresses: one rule for the client and the service. It is not part of `input.ts`, because
 * the element, which needs that file, has no e-mail addresses.
 */
import isEmail from 'validator/lib/isEmail.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { parseUrl } from '../../urls/web-url.js';
import { punycode } from './punycode.js';

/** The library would throw at a lone surrogate, and allows control characters inside quotes. */
const NEVER_IN_AN_ADDRESS = /[\p{Cc}\p{Cs}]/u;

/**
 * Most addresses: in lower case, with labels as every domain has them, and shorter than any limit.
 * A catalogue of 100,000 members would otherwise spend half of its start on the rules of the rest.
 */
const PLAIN_ADDRESS =
  /^(?=.{3,60}$)[a-z\d]+(?:[._+-][a-z\d]+)*@(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}$/;

/** The form in which two spellings of one letter are the same. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * Whether folding turns a letter into an ASCII one, as it does the Kelvin sign. The address would
 * then be taken for that of another person.
 */
const foldsIntoAscii = (text: string): boolean =>
  text.match(/\P{ASCII}/gu)?.some((letter) => /\p{ASCII}/u.test(fold(letter))) ?? false;

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/**
 * A domain as DNS has it. It is folded and encoded, and no more: IDNA (UTS 46) maps many letters to
 * others, and leaves some out, by which one domain would be taken for another.
 * @returns undefined for a domain that IDNA would change
 */
function asciiDomain(domain: string): string | undefined {
  if (isAscii(domain)) return domain.toLowerCase();
  // Letter by letter, as IDNA does it: at the end of a word, a sigma has another lower case.
  const folded = Array.from(domain.normalize('NFC'), fold).join('').normalize('NFC');
  const labels = folded.split('.').map((each) => (isAscii(each) ? each : `xn--${punycode(each)}`));
  const ascii = labels.join('.');
  return parseUrl(`http://${folded}`)?.hostname === ascii ? ascii : undefined;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/**
 * Whether a value is an e-mail address (RFC 5321 §4.1.2, RFC 6531 §3.3), international ones
 * included, and no other spelling of an address that people would tell apart from it. Whether it
 * exists is for the service to say.
 */
export function isEmailAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    (PLAIN_ADDRESS.test(value) ||
      (!NEVER_IN_AN_ADDRESS.test(value) &&
        !foldsIntoAscii(value) &&
        isEmail(value, { require_tld: false }) &&
        asciiDomain(domainOf(value)) !== undefined))
  );
}

/**
 * The form of an address by which the service tells people apart: in lower case, and with the
 * domain as DNS has it, because people type an address either way.
 * @param address an e-mail address
 * @example
 * canonicalEmail('Jürgen@Exämple.de'); // 'jürgen@xn--exmple-cua.de'
 */
export function canonicalEmail(address: string): string {
  if (PLAIN_ADDRESS.test(address)) return address;
  const domain = domainOf(address);
  return `${fold(address.slice(0, -domain.length - 1))}@${asciiDomain(domain) ?? fold(domain)}`;
}

/**
 * An e-mail address, as it was given.
 * @throws {PrivatePodcastError} `bad-input`
 */
export function requireEmail(value: unknown): string {
  if (isEmailAddress(value)) return value;
  throw new PrivatePodcastError(
    'bad-input',
    '`email` is not a valid e-mail address. Pass the address of the member who is logged in.',
  );
}
