/** The one table of the languages this package speaks: their codes and aliases. */
import { canonicalLocale } from './locale.js';

/** The languages with texts of their own: tags (BCP 47) as short as they tell one from another. */
export const languageCodes = [
  'ar',
  'cs',
  'da',
  'de',
  'de-formal',
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
  'pt-PT',
  'sv',
  'tr',
  'zh-Hans',
  'zh-Hant',
] as const;

/** A language with texts of its own. */
export type LanguageCode = (typeof languageCodes)[number];

/**
 * Tags, in lower case, that more than the language subtag decides, or another one: the macrolanguage
 * Norwegian and its other written form Nynorsk get the Bokmål texts, all of the world but Brazil writes
 * Portuguese as in Portugal, and a Chinese script that is named counts for more than the region.
 */
const variants: readonly (readonly [tag: RegExp, code: LanguageCode])[] = [
  [/^n[on]\b/, 'nb'],
  [/^de-.*\bformal\b/, 'de-formal'],
  [/^pt-(\w{4}-)?(?!br\b)\w\w\b/, 'pt-PT'],
  [/^zh-(hant|tw|hk|mo)\b/, 'zh-Hant'],
  [/^zh\b/, 'zh-Hans'],
];

/** A BCP 47 tag in lower case, its parts joined by hyphens. */
const normalized = (tag: string): string => tag.toLowerCase().replaceAll('_', '-');

/** The language subtag of a BCP 47 tag, in lower case. */
const subtagOf = (tag: string): string => normalized(tag).split('-', 1)[0] ?? '';

/**
 * The language with texts of its own that a BCP 47 tag asks for (RFC 4647 section 3.4, lookup).
 * @example
 * findLanguage('sv-FI'); // 'sv'
 * findLanguage('nn'); // 'nb'
 * findLanguage('pt-AO'); // 'pt-PT'
 * findLanguage('zh-TW'); // 'zh-Hant'
 * findLanguage('el'); // undefined
 */
export function findLanguage(tag: string): LanguageCode | undefined {
  const variant = variants.find(([pattern]) => pattern.test(normalized(tag)));
  return variant?.[1] ?? languageCodes.find((code) => code === subtagOf(tag));
}

/** As {@link findLanguage}, with English for a language without texts. */
export function languageOf(tag: string): LanguageCode {
  return findLanguage(tag) ?? 'en';
}

/** The canonical form of a BCP 47 tag, for `lang` and `Intl`; of an invalid one only the language. */
export function validLocale(tag: string): string {
  return canonicalLocale(tag) ?? languageOf(tag);
}
