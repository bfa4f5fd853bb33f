/** All rows have these in common: texts, languages and the show's cover. */
import type { Texts } from '../../texts/en.js';

export interface Wording {
  texts: Texts;
  locale: string;
  /** Language of the podcast. */
  lang: string | undefined;
  /** URL of the show's cover: an episode with the same image shows none. */
  cover: string | undefined;
  /** Whether the page leaves playing to the element. */
  hasPlayer: boolean;
}
