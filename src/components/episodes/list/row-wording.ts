/** The texts and languages of an episode's row. */
import type { Texts } from '../../texts/en.js';

export interface Wording {
  texts: Texts;
  locale: string;
  /** Language of the podcast. */
  lang: string | undefined;
}
