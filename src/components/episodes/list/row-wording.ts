/** All rows have these in common: texts, languages and the show's cover. */
import type { ProgressWording } from '../../player/progress-view.js';

export interface Wording extends ProgressWording {
  /** Language of the podcast. */
  lang: string | undefined;
  /** URL of the show's cover: an episode with the same image shows none. */
  cover: string | undefined;
}
