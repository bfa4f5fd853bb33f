/** Every language, each in a chunk that is loaded when a page speaks it. */
import type { Texts } from './en.js';

type Load = () => Promise<Texts>;

export const languages: Readonly<Record<string, Load>> & { readonly en: Load } = {
  en: () => import('./en.js').then(({ en }) => en),
};
