/** The player's texts of every language, each in a chunk of its own. */
import type { LanguageCode } from '../../../../languages/languages.js';
import type { PlayerTexts } from './en.js';

type Load = () => Promise<PlayerTexts>;

export const playerLanguages: Readonly<Record<LanguageCode, Load>> = {
  ar: () => import('./ar.js').then(({ arPlayer }) => arPlayer),
  cs: () => import('./cs.js').then(({ csPlayer }) => csPlayer),
  da: () => import('./da.js').then(({ daPlayer }) => daPlayer),
  de: () => import('./de.js').then(({ dePlayer }) => dePlayer),
  'de-formal': loadFormalGerman,
  en: () => import('./en.js').then(({ enPlayer }) => enPlayer),
  es: () => import('./es.js').then(({ esPlayer }) => esPlayer),
  fi: () => import('./fi.js').then(({ fiPlayer }) => fiPlayer),
  fr: () => import('./fr.js').then(({ frPlayer }) => frPlayer),
  it: () => import('./it.js').then(({ itPlayer }) => itPlayer),
  ja: () => import('./ja.js').then(({ jaPlayer }) => jaPlayer),
  nb: () => import('./nb.js').then(({ nbPlayer }) => nbPlayer),
  nl: () => import('./nl.js').then(({ nlPlayer }) => nlPlayer),
  pl: () => import('./pl.js').then(({ plPlayer }) => plPlayer),
  pt: () => import('./pt.js').then(({ ptPlayer }) => ptPlayer),
  'pt-PT': () => import('./pt-pt.js').then(({ ptPTPlayer }) => ptPTPlayer),
  sv: () => import('./sv.js').then(({ svPlayer }) => svPlayer),
  tr: () => import('./tr.js').then(({ trPlayer }) => trPlayer),
  'zh-Hans': () => import('./zh-hans.js').then(({ zhHansPlayer }) => zhHansPlayer),
  'zh-Hant': () => import('./zh-hant.js').then(({ zhHantPlayer }) => zhHantPlayer),
};

/** Each in its own chunk still: nobody else should load what differs, nor both. */
async function loadFormalGerman(): Promise<PlayerTexts> {
  const [{ dePlayer }, { deFormalPlayer }] = await Promise.all([
    import('./de.js'),
    import('./de-formal.js'),
  ]);
  return { ...dePlayer, ...deFormalPlayer };
}
