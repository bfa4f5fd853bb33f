/** BCP 47 tags as browsers take them, and the direction of their languages, whether we have texts in them or not. */

/** Languages written from right to left: ours, and others that a publisher may supply texts in. */
const rightToLeft = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)(?![a-z])/i;

/** The direction in which the language of a BCP 47 tag is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.test(tag) ? 'rtl' : 'ltr';
}

/**
 * The canonical form of a BCP 47 tag, for `lang` and `Intl`; `undefined` for an invalid one. It leaves out
 * `formal`, which says how the texts address the reader, and which no registry knows.
 */
export function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-').replace(/(-x)?-formal\b/i, ''))[0];
  } catch {
    return undefined;
  }
}
