/** The texts of every language, each in a chunk of its own. */
import { languageOf, type LanguageCode } from '../../../languages/languages.js';
import type { Texts } from './en.js';

type Load = () => Promise<Texts>;

/** Texts, and which of our languages they are in. */
export interface LoadedTexts {
  code: LanguageCode;
  texts: Texts;
}

export const languages: Readonly<Record<LanguageCode, Load>> = {
  ar: () => import('./ar.js').then(({ ar }) => ar),
  cs: () => import('./cs.js').then(({ cs }) => cs),
  da: () => import('./da.js').then(({ da }) => da),
  de: () => import('./de.js').then(({ de }) => de),
  'de-formal': loadFormalGerman,
  en: () => import('./en.js').then(({ en }) => en),
  es: () => import('./es.js').then(({ es }) => es),
  fi: () => import('./fi.js').then(({ fi }) => fi),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  it: () => import('./it.js').then(({ it }) => it),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  nb: () => import('./nb.js').then(({ nb }) => nb),
  nl: () => import('./nl.js').then(({ nl }) => nl),
  pl: () => import('./pl.js').then(({ pl }) => pl),
  pt: () => import('./pt.js').then(({ pt }) => pt),
  'pt-PT': () => import('./pt-pt.js').then(({ ptPT }) => ptPT),
  sv: () => import('./sv.js').then(({ sv }) => sv),
  tr: () => import('./tr.js').then(({ tr }) => tr),
  'zh-Hans': () => import('./zh-hans.js').then(({ zhHans }) => zhHans),
  'zh-Hant': () => import('./zh-hant.js').then(({ zhHant }) => zhHant),
};

/** Loads a language's texts. */
export const loadTexts = (code: LanguageCode): Promise<Texts> => languages[code]();

/** Loads the texts that a BCP 47 tag asks for. The first load, which is in English, needs none of this. */
export async function loadFromTable(tag: string): Promise<LoadedTexts> {
  const code = languageOf(tag);
  return { code, texts: await loadTexts(code) };
}

/** Each in its own chunk still: nobody else should load what differs, nor both. */
async function loadFormalGerman(): Promise<Texts> {
  const [{ de }, { deFormal }] = await Promise.all([import('./de.js'), import('./de-formal.js')]);
  return { ...de, ...deFormal };
}
