/** A text that counts, in the plural form of its number. */
import type { PluralText } from './en.js';
import { cachedFormatter } from './intl-cache.js';
import { fill } from './texts.js';

/** The form of a text for `count` in `locale` (CLDR plural categories), with the number filled in. */
export function fillCount(text: PluralText, count: number, locale: string): string {
  const rules = cachedFormatter(`plural ${locale}`, () => new Intl.PluralRules(locale));
  return fill(text[rules.select(count)] ?? text.other, { count: count.toLocaleString(locale) });
}
