/** Hints for the developer of a page, in the browser's console. A chunk of its own: members never need it. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isWebUrl } from '../../urls/web-url.js';
import { isComplete, type PageSource } from './page-source.js';
import { contactUrl } from './contact-url.js';
import { warn } from './warn.js';

/** The page's settings of the element, as far as they can be wrong. */
type Page = PageSource & Node & ReactiveControllerHost & { contact?: string };

/** Milliseconds in which a page's own script may still correct what is wrong. */
export const PATIENCE_MS = 3000;

/** The elements whose developer has been told, or will be if nothing changes. */
const told = new WeakSet<Node>();

/** Tells the page's developer what is wrong, once, in words that hold no secret. */
export function warnOfMistakes(host: Page): void {
  if (told.has(host)) return;
  told.add(host);
  const tell = () => {
    host.removeController(patience);
    for (const mistake of [mistakeOf(host), contactMistake(host)]) if (mistake) warn(mistake);
  };
  let timer: ReturnType<typeof setTimeout>;
  // An element that leaves the page is waited for again when it is back.
  const patience: ReactiveController = {
    hostConnected: () => (timer = setTimeout(tell, PATIENCE_MS)),
    hostDisconnected: () => clearTimeout(timer),
  };
  host.addController(patience);
}

function contactMistake({ contact, baseURI }: Page): string | undefined {
  if (!contact || contactUrl(contact, baseURI)) return undefined;
  return '`contact` is neither a mail address nor a URL.';
}

function mistakeOf(source: PageSource): string | undefined {
  // A page may have nothing to show yet.
  if (!source.feedUrl && !source.endpoint && !source.token && !source.getToken) return undefined;
  if (source.feedUrl) {
    return isWebUrl(source.feedUrl.trim()) ? undefined : '`feed-url` is not a valid http(s) URL.';
  }
  if (isComplete(source)) return undefined;
  return `${source.endpoint ? '`token` or `getToken`' : '`endpoint`'} is missing.`;
}
