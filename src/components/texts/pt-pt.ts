/** Portuguese as in Portugal. */
import type { Texts } from './en.js';
import { pt } from './pt.js';

export const ptPT: Texts = {
  ...pt,
};
