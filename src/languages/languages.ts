/** The one table of the languages this package speaks: their codes, aliases and direction. */

/** Language subtags (BCP 47) with texts of their own. */
export const languageCodes = [
  'ar',
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'it',
  'ja',
  'nb',
  'nl',
  'pl',
  'pt',
  'sv',
] as const;

/** A language with texts of its own. */
export type LanguageCode = (typeof languageCodes)[number];

/** The macrolanguage Norwegian, and its other written form Nynorsk, get the Bokmål texts. */
const aliases: ReadonlyMap<string, LanguageCode> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
]);

/** Languages written from right to left: ours, and others that a publisher may supply texts in. */
const rightToLeft = /^(ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)$/;

/** The language subtag of a BCP 47 tag, in lower case. */
function subtagOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

/**
 * The language with texts of its own that a BCP 47 tag asks for (RFC 4647 section 3.4, lookup).
 * @example
 * findLanguage('sv-FI'); // 'sv'
 * findLanguage('nn'); // 'nb'
 * findLanguage('el'); // undefined
 */
export function findLanguage(tag: string): LanguageCode | undefined {
  const subtag = subtagOf(tag);
  return languageCodes.find((code) => code === subtag) ?? aliases.get(subtag);
}

/** As {@link findLanguage}, with English for a language without texts. */
export function languageOf(tag: string): LanguageCode {
  return findLanguage(tag) ?? 'en';
}

/** The direction in which the language of a BCP 47 tag is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.test(subtagOf(tag)) ? 'rtl' : 'ltr';
}

/** The canonical form of a BCP 47 tag; English if the tag is invalid. */
export function validLocale(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}
