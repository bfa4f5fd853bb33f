/** What the consume page says to a member who comes from an app button: they have tapped once already. */
import type { LanguageCode } from '../languages/languages.js';

/** `{app}` is a name, in a form that never changes. */
type AgainTexts = readonly [title: string, line: string];

export const againTexts: Readonly<Record<LanguageCode, AgainTexts>> = {
  en: ['Almost there', 'Tap once more to open {app}.'],
  sv: ['Snart klart', 'Tryck en gång till för att öppna {app}.'],
  da: ['Næsten færdig', 'Tryk en gang til for at åbne {app}.'],
  nb: ['Nesten i mål', 'Trykk én gang til for å åpne {app}.'],
  fi: ['Melkein valmista', 'Avaa {app} napauttamalla vielä kerran.'],
  de: ['Fast geschafft', 'Tippe noch einmal, um {app} zu öffnen.'],
  'de-formal': ['Fast geschafft', 'Tippen Sie noch einmal, um {app} zu öffnen.'],
  nl: ['Bijna klaar', 'Tik nog één keer om {app} te openen.'],
  fr: ['Vous y êtes presque', 'Touchez encore une fois pour ouvrir {app}.'],
  es: ['Ya casi está', 'Toca una vez más para abrir {app}.'],
  it: ['Ci siamo quasi', 'Tocca ancora una volta per aprire {app}.'],
  pt: ['Quase lá', 'Toque mais uma vez para abrir o {app}.'],
  'pt-PT': ['Está quase', 'Toque mais uma vez para abrir o {app}.'],
  pl: ['Jeszcze chwila', 'Dotknij jeszcze raz, aby otworzyć {app}.'],
  cs: ['Už to skoro je', 'Klepněte ještě jednou a otevře se {app}.'],
  ar: ['أوشكت على الانتهاء', 'اضغط مرة أخرى لفتح \u2068{app}\u2069.'],
  ja: ['あと少しです', 'もう一度タップして{app}を開いてください。'],
  tr: ['Az kaldı', '{app} uygulamasını açmak için bir kez daha dokunun.'],
  'zh-Hans': ['马上就好', '再轻点一次即可打开 {app}。'],
  'zh-Hant': ['就快好了', '再點一下即可打開 {app}。'],
};
