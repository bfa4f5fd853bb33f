/**
 * Hints for the developer of a page, and the sentences about its failures. A chunk of its own, which a page without
 * either never loads.
 */
import type { PpsErrorEvent } from '../events/first-events.js';
import { mistakesOf } from './mistakes-of.js';
import { hintFor, wordsFor } from './mistake-words.js';
import { warn } from './warn.js';
import type { Page } from './what-is-set.js';

/** Says why something has failed and what to do, or what is wrong with a page. */
export function warnOf(about: PpsErrorEvent | Page): void {
  if (about.code) warn(wordsFor(about.code, about.message?.()), about.code);
  else for (const mistake of mistakesOf(about)) warn(hintFor(mistake), 'hints');
}
