/** All rows have these in common: texts, languages and the show's cover. */
import type { RowWording } from '../../player/progress-view.js';

export interface Wording extends RowWording {
  /** Language of the podcast. */
  lang: string | undefined;
  /** URL of the show's cover: an episode with the same image shows none. */
  cover: string | undefined;
}
