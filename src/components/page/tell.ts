/** Has the console say what a page's developer should know. It takes words that come later. */
import type { PpsErrorEvent } from '../events/first-events.js';
import { warn } from './warn.js';
import type { Page } from './what-is-set.js';

/** Says why something has failed, or looks for mistakes of a page. Where the words are lost, the code has to do. */
export const tell = (about: PpsErrorEvent | Page): unknown =>
  import('./suspicions.js').then(
    (it) => it.tell(about),
    () => about.code && warn(about.code),
  );
