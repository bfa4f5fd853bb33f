/** Chinese in traditional characters. */
import type { Texts } from './en.js';
import { pt } from './pt.js';

export const zhHant: Texts = {
  ...pt,
};
