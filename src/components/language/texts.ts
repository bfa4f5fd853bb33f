/** Loads the texts of a language, and fills values into a text. */
import type { LanguageCode } from '../../languages/languages.js';
import type { Texts } from './texts/en.js';

/** Replaces each `{name}` with its value; a name without a value stays as it is. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Loads a language's texts. */
export async function loadTexts(code: LanguageCode): Promise<Texts> {
  // Not by the table: it would be one more round trip.
  if (code === 'en') return (await import('./texts/en.js')).en;
  const { languages } = await import('./texts/language-table.js');
  return languages[code]();
}
