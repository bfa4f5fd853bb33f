import isEmail from 'validator/lib/isEmail.js';
import { describe, expect, it } from 'vitest';
import {
  canonicalEmail,
  isEmailAddress,
  requireEmail,
} from '../../../src/api/checks/email-address.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { emailAddressSchema } from '../../../src/service/catalogue/email-address.js';

/** Those that a shorter rule decides. */
const plain = [
  'a@b.example',
  'jane.doe+club-1_x@mail-2.example.co',
  'a@1.2.3.example',
  `${'a'.repeat(40)}@${'b'.repeat(15)}.org`,
];

const local = 'a'.repeat(64);
const ofLength = (length: number) => `${local}@${'b.'.repeat((length - 65 - 3) / 2)}org`;

const valid = [
  'a@b',
  'jane.doe+club@example.com',
  'a&b!c@example.com',
  'jürgen@exämple.de',
  'ö@日.example',
  'पता@उदाहरण.भारत',
  '"a b"@example.org',
  ofLength(254),
];

const invalid = [
  undefined,
  7,
  '',
  'jane',
  '@example.org',
  'jane@',
  'a@b@c',
  'a..b@example.org',
  'a b@c',
  'a@b c',
  ' a@b',
  'a@b ',
  'a@b\n',
  '\u0000a@b',
  '"a\u0000"@b',
  'a@b\ud800',
  'Jane <jane@example.org>',
  `a${local}@example.org`,
  ofLength(256),
  // A Kelvin sign and a dotted capital I: in lower case they are the ASCII letters k and i.
  '\u212aate@example.org',
  'nik\u0130@example.org',
  'kate@\u212aexample.org',
  ['a@b'],
];

describe('requireEmail', () => {
  it.each(valid)('accepts %s, as emailAddressSchema does', (address) => {
    expect(requireEmail(address)).toBe(address);
    expect(emailAddressSchema.safeParse(address)).toMatchObject({ success: true });
  });

  it.each(invalid)('refuses %j, as isEmailAddress does', (value) => {
    expect(isEmailAddress(value)).toBe(false);
    expect(() => requireEmail(value)).toThrow(PrivatePodcastError);
    expect(() => requireEmail(value)).toThrow(/^`email` is not a valid e-mail address/);
  });
});

describe('emailAddressSchema', () => {
  it.each(invalid.filter((value) => typeof value !== 'string' || value.trim() === value))(
    'refuses %j',
    (value) => {
      expect(emailAddressSchema.safeParse(value)).toMatchObject({ success: false });
    },
  );

  it('checks an address before it puts it in lower case', () => {
    expect(emailAddressSchema.safeParse('\u212aate@example.org').success).toBe(false);
  });
});

describe('canonicalEmail', () => {
  it.each([
    ['Member@Example.ORG', 'member@example.org'],
    ['JÜRGEN@Exämple.de', 'jürgen@xn--exmple-cua.de'],
    ['jürgen@xn--exmple-cua.de', 'jürgen@xn--exmple-cua.de'],
    // ü as one letter, and as u with a combining diaeresis
    ['ju\u0308rgen@example.org', 'j\u00fcrgen@example.org'],
  ])('turns %s into %s, as emailAddressSchema does', (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical);
    expect(emailAddressSchema.parse(` ${typed} `)).toBe(canonical);
  });
});

describe('canonicalEmail: a plain address', () => {
  it.each(plain)('%s is as the library and the URL parser have it', (address) => {
    expect(isEmail(address, { require_tld: false })).toBe(true);
    expect(isEmailAddress(address)).toBe(true);
    const [name, domain] = address.split('@');
    expect(canonicalEmail(address)).toBe(`${name}@${new URL(`http://${domain}`).hostname}`);
  });
});
