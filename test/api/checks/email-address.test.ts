import { describe, expect, it } from 'vitest';
import {
  canonicalEmail,
  isEmailAddress,
  requireEmail,
} from '../../../src/api/checks/email-address.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { emailAddressSchema } from '../../../src/service/catalogue/email-address.js';

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

describe('an e-mail address', () => {
  it.each(valid)('may be %s, for the client and for the service', (address) => {
    expect(requireEmail(address)).toBe(address);
    expect(emailAddressSchema.safeParse(address)).toMatchObject({ success: true });
  });

  it.each(invalid)('may not be %j', (value) => {
    expect(isEmailAddress(value)).toBe(false);
    expect(() => requireEmail(value)).toThrow(PrivatePodcastError);
    expect(() => requireEmail(value)).toThrow(/^`email` is not a valid e-mail address/);
  });

  it.each(invalid.filter((value) => typeof value !== 'string' || value.trim() === value))(
    'may not be %j in the catalogue either',
    (value) => {
      expect(emailAddressSchema.safeParse(value)).toMatchObject({ success: false });
    },
  );

  it('is checked before it is put in lower case', () => {
    expect(emailAddressSchema.safeParse('\u212aate@example.org').success).toBe(false);
  });

  it.each([
    ['Member@Example.ORG', 'member@example.org'],
    ['JÜRGEN@Exämple.de', 'jürgen@xn--exmple-cua.de'],
    ['jürgen@xn--exmple-cua.de', 'jürgen@xn--exmple-cua.de'],
    // ü as one letter, and as u with a combining diaeresis
    ['ju\u0308rgen@example.org', 'j\u00fcrgen@example.org'],
  ])('%s is that of %s', (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical);
    expect(emailAddressSchema.parse(` ${typed} `)).toBe(canonical);
  });
});
