import { domainToASCII, domainToUnicode } from 'node:url';
import { describe, expect, it } from 'vitest';
import { punycode } from '../../../src/api/checks/punycode.js';

describe('punycode', () => {
  // RFC 3492 §7.1 (A), (B), (I), (L), (P), (S)
  it.each([
    [
      '\u0644\u064a\u0647\u0645\u0627\u0628\u062a\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064a\u061f',
      'egbpdaj6bu4bxfgehfvwxn',
    ],
    ['\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587', 'ihqwcrb4cv8a8dqg056pqjye'],
    ['3\u5e74b\u7d44\u91d1\u516b\u5148\u751f', '3b-ww4c5e180e575a65lsy2b'],
    ['\u305d\u306e\u30b9\u30d4\u30fc\u30c9\u3067', 'd9juau41awczczp'],
    ['-> $1.00 <-', '-> $1.00 <--'],
  ])('encodes %j as %s', (label, encoded) => {
    expect(punycode(label)).toBe(encoded);
  });

  it('encodes every letter that IDNA leaves as it is like the platform', () => {
    let tried = 0;
    for (let code = 0x80; code <= 0x10ffff; code += code < 0x3000 ? 1 : 37) {
      const domain = `b${String.fromCodePoint(code)}cher`;
      const ascii = domainToASCII(domain);
      if (!ascii.startsWith('xn--') || domainToUnicode(ascii) !== domain) continue;
      expect(`xn--${punycode(domain)}`).toBe(ascii);
      tried++;
    }
    expect(tried).toBeGreaterThan(5000);
  });
});
