/** The one table of languages that this package speaks: their codes, aliases and direction. */

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

/** Norwegian is also tagged with its macrolanguage, or with its other written form. */
const aliases: ReadonlyMap<string, LanguageCode> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
]);

/** Written from right to left: ours, and others that a publisher may bring texts in. */
const rightToLeft = /^(ar|fa|he|ur)$/;

/** The language subtag of a BCP 47 tag, in lower case. */
function subtagOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}

/** The language of ours that a BCP 47 tag asks for (RFC 4647 §3.4, lookup), or `undefined`. */
export function findLanguage(tag: string): LanguageCode | undefined {
  const subtag = subtagOf(tag);
  return languageCodes.find((code) => code === subtag) ?? aliases.get(subtag);
}

/** The language of ours that a BCP 47 tag asks for, or English. */
export function languageOf(tag: string): LanguageCode {
  return findLanguage(tag) ?? 'en';
}

/** The direction that the language of a BCP 47 tag is written in. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.test(subtagOf(tag)) ? 'rtl' : 'ltr';
}
