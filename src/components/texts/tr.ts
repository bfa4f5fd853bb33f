/** Turkish. */
import type { Texts } from './en.js';
import { pt } from './pt.js';

export const tr: Texts = {
  ...pt,
};
