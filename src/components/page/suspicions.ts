/**
 * Whether a page may have made a mistake. Members load it, so it only suspects: `warn-of-mistakes.ts`, which a page
 * without a mistake or a failure never loads, knows, and has the sentences.
 */
import type { ReactiveController } from 'lit';
import { appTable } from '../../apps/app-table.js';
import type { PpsErrorEvent } from '../events/first-events.js';
import { contactUrl } from './contact-url.js';
import { episodeCount } from './episode-count.js';
import { warn } from './warn.js';
import type { Page } from './what-is-set.js';

/** Milliseconds in which a page's own script may still correct what is wrong: frameworks set properties late. */
export const PATIENCE_MS = 3000;

/** Attributes that each element can have. */
const COMMON = /^(aria-|data-|class|id|style|slot|hidden|part|title|lang|dir)/;

/** It asks some of what `mistakes-of.ts` asks: to share the questions would add a hundred bytes to every visit. */
function isSuspicious(page: Page): unknown {
  const { observedAttributes } = page.constructor as unknown as { observedAttributes: string[] };
  const apps = String([page.apps, page.preferredApp, page.oneApp]).match(/[^\s,]+/g) ?? [];
  return (
    page.state === 'idle' ||
    !/^([\w.~+/-]{20,}=*)?$/.test(page.token ?? '') ||
    /\/rss\/*$/.test(page.parserUrl ?? '') ||
    apps.some((id) => !appTable.some((app) => app.id === id)) ||
    (page.episodes !== null && Number(page.episodes) !== episodeCount(page.episodes)) ||
    (page.contact && !contactUrl(page.contact, page.baseURI)) ||
    page
      .getAttributeNames()
      .some((name) => !COMMON.test(name) && !observedAttributes.includes(name)) ||
    page.querySelector(':scope>:not([slot],a,p)')
  );
}

/** The error's own message has to do where the sentences are lost. */
const say = (about: PpsErrorEvent | Page): unknown =>
  import('./warn-of-mistakes.js').then(
    ({ warnOf }) => warnOf(about),
    () => about.code && warn(about.message?.() ?? about.code, about.code),
  );

/** Says why something has failed, or looks for mistakes of a page in a while. */
export function tell(about: PpsErrorEvent | Page): void {
  if (about.code) {
    say(about);
    return;
  }
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    about.removeController(patience);
    if (isSuspicious(about)) say(about);
  };
  // An element that leaves the page is waited for again when it is back.
  const patience: ReactiveController = {
    hostConnected: () => (timer = setTimeout(look, PATIENCE_MS)),
    hostDisconnected: () => clearTimeout(timer),
  };
  about.addController(patience);
}
