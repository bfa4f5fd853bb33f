/** German that says “Sie”, as newspapers do: only what differs from {@link de}. */
import { de } from './de.js';
import type { Texts } from './en.js';

export const deFormal: Texts = {
  ...de,
};
