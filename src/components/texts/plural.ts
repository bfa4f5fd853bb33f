/** A text that counts, in the plural form that its number takes. */
import type { PluralText } from './en.js';
import { fill } from './texts.js';

const rules = new Map<string, Intl.PluralRules>();

/** The form of a text for `count` in `locale` (CLDR plural categories), filled in. */
export function fillCount(text: PluralText, count: number, locale: string): string {
  let plural = rules.get(locale);
  // Making one is slow, and a page has few languages: kept.
  if (!plural) rules.set(locale, (plural = new Intl.PluralRules(locale)));
  return fill(text[plural.select(count)] ?? text.other, { count: count.toLocaleString(locale) });
}
