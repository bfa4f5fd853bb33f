import { describe, expect, it } from 'vitest';
import {
  canonicalEmail,
  isEmailAddress,
  requireEmail,
} from '../../../src/api/checks/email-address.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { internationalAddresses, otherSpellings } from './address-cases.js';
import { emailAddressSchema } from '../../../src/service/ledger/email-address.js';

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

describe('isEmailAddress', () => {
  it.each(otherSpellings)('refuses another spelling, as emailAddressSchema does: %j', (address) => {
    expect(isEmailAddress(address)).toBe(false);
    for (const typed of [address, ` ${address} `]) {
      expect(emailAddressSchema.safeParse(typed).success).toBe(false);
    }
  });

  it.each(internationalAddresses)('accepts %s, as emailAddressSchema does', (address) => {
    expect(isEmailAddress(address)).toBe(true);
    expect(emailAddressSchema.parse(address)).toBe(canonicalEmail(address));
  });

  // Ideographs, syllables and unassigned code points were tried once: none is mapped to ASCII.
  it(
    'accepts no letter by which an address would become one of ASCII',
    { timeout: 120_000 },
    () => {
      const taken: string[] = [];
      for (let code = 0x80; code <= 0x10ffff; code++) {
        const letter = String.fromCodePoint(code);
        if (/[\p{Cn}\p{Co}\p{Cs}\p{Script=Han}\p{Script=Hangul}]/u.test(letter)) continue;
        for (const address of [`ja${letter}ne@example.com`, `jane@ex${letter}ample.com`]) {
          if (!isEmailAddress(address)) continue;
          const [name, domain] = canonicalEmail(address).split('@');
          const isAnothers =
            name === 'jane' ? !domain?.includes('xn--') : /^\p{ASCII}*$/u.test(name!);
          if (isAnothers) taken.push(`U+${code.toString(16)}`);
        }
      }
      expect(taken).toEqual([]);
    },
  );
});

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
  it('looks for spaces around an address in a short text only', () => {
    expect(emailAddressSchema.parse(`${' '.repeat(500)}a@b.example`)).toBe('a@b.example');
    expect(emailAddressSchema.safeParse(`${' '.repeat(2000)}a@b.example`).error?.issues).toEqual([
      expect.objectContaining({ message: 'must be an e-mail address' }),
    ]);
  });

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
