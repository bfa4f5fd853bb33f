/** Hints for the developer of a page, in the browser's console. A chunk of its own: members never need it. */
import { isComplete, type Source } from './source.js';
import { warn } from './warn.js';

/** Milliseconds in which a page's own script may still bring what is missing. */
const PATIENCE_MS = 3000;

/** The elements whose developer has been told, or will be if nothing comes. */
const told = new WeakSet<Node>();

/** Tells the page's developer what is missing, once, in words that hold no secret. */
export async function warnOfMistakes(host: Source & Node): Promise<void> {
  if (told.has(host)) return;
  told.add(host);
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (isComplete(host) || !host.isConnected) return;
  warn(`${host.endpoint ? '`token` or `getToken`' : '`endpoint`'} is missing.`);
}
