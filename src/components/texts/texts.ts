/** Finding a language, and filling a text's values in. */
import type { Texts } from './en.js';

/** Tags of the languages that there are texts in, and of `no`, which means `nb`; `languages.ts` loads each. */
export const ours = /^(ar|cs|da|de|en|es|fi|fr|it|ja|nb|nl|no|pl|pt|sv)\b/;

/** Replaces each `{name}` by its value; a name without a value stays as it is. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The language of ours that a canonical BCP 47 tag means (RFC 4647 §3.4, look-up), or English. */
export function languageOf(tag: string): string {
  const code = ours.exec(tag)?.[0] ?? 'en';
  return code === 'no' ? 'nb' : code;
}

/** Loads a language's texts. */
export async function loadTexts(code: string): Promise<Texts> {
  const { languages } = await import('./languages.js');
  return (languages[code] ?? languages.en)();
}
