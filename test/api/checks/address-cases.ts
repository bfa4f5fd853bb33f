/** Spellings of addresses, for TypeScript and PHP: none may be taken for another person's address. */

/** Each is refused: in lower case, or by IDNA, it would be `jane@example.com`, or look like it. */
export const otherSpellings: readonly string[] = [
  // Letters that IDNA maps to ASCII ones
  'jane@examp\u2113e.com',
  'jane@\u24d4xample.com',
  'jane@\u2130xample.com',
  'jane@\u1d49xample.com',
  'jane@exampl\u{1d41e}.com',
  'jane@example.\u217dom',
  'jane@\uff45xample.com',
  'jane@ex\u00aample.com',
  'jane@ex\u{1d5ba}mple.com',
  // Full stops
  'jane@example\u3002com',
  'jane@example\uff0ecom',
  'jane@example\uff61com',
  // Letters that nobody sees
  'jane@exam\u00adple.com',
  'jane@exam\u034fple.com',
  'jane@exam\u200bple.com',
  'jane@exam\u200cple.com',
  'jane@exam\u200dple.com',
  'jane@exam\u2060ple.com',
  'jane@exam\ufe0fple.com',
  'jane@example.com\u200b',
  'jane@\ufeffexample.com',
  // Letters that are ASCII ones in lower case, or in their normal form
  'mi\u212ae@example.com',
  'nik\u0130@example.com',
  'jane\u1fef@example.com',
  'jane\u037e@example.com',
  'mike@\u212aexample.com',
  // Letters that IDNA maps to others
  'jane@\u00b5xample.com',
  'jane@\ufb01xample.com',
  'jane@\u3300.com',
];

/** Each is an address of its own. */
export const internationalAddresses: readonly string[] = [
  'j\u00fcrgen@example.com',
  'jane@ex\u00e4mple.de',
  'jane@Ex\u00c4mple.de',
  'jane@exa\u0308mple.de',
  'jane@fa\u00df.de',
  'jane@\u65e5\u672c\u8a9e.jp',
  'jane@\u0434\u043e\u043c.\u0440\u0444',
  'jane@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com',
  'jane@\u0391\u03a3.gr',
  'jane@\u{1f4a9}.la',
  'jane@xn--exmple-cua.de',
];
