/** Loads the texts of a language, and fills values into a text. */
import type { LoadedTexts } from './texts/language-table.js';

/** Replaces each `{name}` with its value; a name without a value stays as it is. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export const isEnglish = (tag: string): boolean => /^en\b/i.test(tag);

/** Loads the texts that a BCP 47 tag asks for; English for a language without texts. */
export async function loadLanguage(tag: string): Promise<LoadedTexts> {
  // Not by the table: it would be one more round trip.
  if (isEnglish(tag)) return { code: 'en', texts: (await import('./texts/en.js')).en };
  return (await import('./texts/language-table.js')).loadFromTable(tag);
}
