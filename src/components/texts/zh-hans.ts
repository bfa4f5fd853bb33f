/** Chinese in simplified characters. */
import type { Texts } from './en.js';
import { pt } from './pt.js';

export const zhHans: Texts = {
  ...pt,
};
