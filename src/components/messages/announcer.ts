/**
 * Announcements for screen readers, in a live region that is rendered empty: the element's, or that of
 * the dialog that is open. Orca 48 drops a text that comes within a tenth of a second of another
 * change, and every screen reader finds a text that stays when it reads on: so a text comes once
 * nothing changes any more, and goes again.
 */
import { css } from '../styles/css.js';
import { adoptStyles } from '../styles/adopt-styles.js';

/** The region takes no room, and is read all the same. */
const regionStyles = css`
  .status {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** Milliseconds for which nothing around the region must have changed. */
export const QUIET_MS = 250;
/** Milliseconds after which a text comes even so. */
export const MAX_WAIT_MS = 2000;
/** Milliseconds after which a text must have been said. */
export const STALE_MS = 7000;

/** The last text of each region. */
const said = new WeakMap<Element, string>();
/** How to take back what each element is waiting to say. */
const stops = new WeakMap<ShadowRoot, () => void>();

/** A modal dialog makes everything outside silent (inert): while one is open, its own region speaks. */
function regionOf(root: ShadowRoot): Element | undefined {
  const inDialogs = root.querySelectorAll('dialog[open] .status');
  return [...inDialogs].at(-1) ?? root.querySelector('.status') ?? undefined;
}

function clear(root: ShadowRoot): void {
  for (const region of root.querySelectorAll('.status')) region.textContent = '';
}

/**
 * @param root holds the region, and each dialog one of its own (`.status`, rendered empty).
 * @param text empty to take back what was not said yet.
 */
export function announce(root: ShadowRoot, text: string): void {
  adoptStyles(root, regionStyles);
  stops.get(root)?.();
  clear(root);
  if (!text || !root.isConnected) return;
  const latest = Date.now() + MAX_WAIT_MS;
  let timer: ReturnType<typeof setTimeout>;
  const say = () => {
    changes.disconnect();
    // Not before now: a dialog may have opened or closed since.
    const region = regionOf(root);
    if (!region) return;
    // Orca 43 leaves out what it said last: a space that nobody hears makes it another text.
    const words = said.get(region) === text ? `${text}\u00A0` : text;
    said.set(region, words);
    region.textContent = words;
    timer = setTimeout(() => clear(root), STALE_MS);
  };
  const wait = () => {
    clearTimeout(timer);
    // The element has left: it takes the text back, and what changes now is not waited for.
    if (!root.isConnected) return;
    timer = setTimeout(say, Math.min(QUIET_MS, latest - Date.now()));
  };
  const changes = new MutationObserver(wait);
  stops.set(root, () => {
    changes.disconnect();
    clearTimeout(timer);
  });
  wait();
  changes.observe(root, { subtree: true, childList: true, characterData: true });
}
