/** Finding a language, and filling a text's values in. */
import type { Texts } from './en.js';

/** The languages that there are texts in; `languages.ts` loads each of them. */
const codes = 'ar cs da de en es fi fr it ja nb nl pl pt sv'.split(' ');

/** Replaces each `{name}` by its value; a name without a value stays as it is. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The language of ours that a BCP 47 tag means (RFC 4647 §3.4, look-up), or English. */
export function languageOf(tag: string): string {
  const language = tag.toLowerCase().split('-')[0] ?? '';
  const code = language === 'no' ? 'nb' : language;
  return codes.includes(code) ? code : 'en';
}

/** Loads a language's texts; where its file does not come, English does. */
export async function loadTexts(code: string): Promise<Texts> {
  const { languages } = await import('./languages.js');
  return (languages[code] ?? languages.en)().catch(languages.en);
}
