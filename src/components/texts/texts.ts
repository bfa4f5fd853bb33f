/** Finding a language, filling a text's values in, and choosing its plural form. */
import { en, type PluralText, type Texts } from './en.js';

type Values = Record<string, string | number>;

/** Replaces each `{name}` by its value; a name without a value stays as it is. */
export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** The form of a counting text for `count` in `locale` (CLDR plural categories), filled in. */
export function fillCount(text: PluralText, count: number, locale: string): string {
  let rules = pluralRules.get(locale);
  // Making one is slow, and a page has few languages: kept.
  if (!rules) pluralRules.set(locale, (rules = new Intl.PluralRules(locale)));
  const shown = count.toLocaleString(locale);
  return fill(text[rules.select(count)] ?? text.other, { count: shown });
}

const languages: Record<string, () => Promise<Texts>> = {
  en: () => Promise.resolve(en),
};

/** The language of ours that a BCP 47 tag means (RFC 4647 §3.4, look-up), or English. */
export function languageOf(tag: string): string {
  const subtags = tag.toLowerCase().replaceAll('_', '-').split('-');
  if (subtags[0] === 'no') subtags[0] = 'nb';
  for (let length = subtags.length; length > 0; length--) {
    const candidate = subtags.slice(0, length).join('-');
    if (Object.hasOwn(languages, candidate)) return candidate;
  }
  return 'en';
}

/** Loads a language's texts; where its file does not come, English does. */
export async function loadTexts(tag: string): Promise<Texts> {
  try {
    return await (languages[languageOf(tag)]?.() ?? en);
  } catch {
    return en;
  }
}
