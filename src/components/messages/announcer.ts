/**
 * Announcements for screen readers, in a live region that is rendered empty. Orca 48 drops a text
 * that comes within a tenth of a second of another change, and every screen reader finds a text that
 * stays when it reads on: so a text comes once nothing changes any more, and goes again.
 */
import { css } from 'lit';
import { adoptStyles } from '../shared-chunk/adopt-styles.js';

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
const MAX_WAIT_MS = 2000;
/** Milliseconds after which a text must have been said. */
export const STALE_MS = 7000;

/** The last text of each region. */
const said = new WeakMap<Element, string>();
/** How to stop what each region is waiting for. */
const stops = new WeakMap<Element, () => void>();

/**
 * @param root holds the region.
 * @param text empty to take back what was not said yet.
 */
export function announce(root: ShadowRoot, text: string): void {
  const region = root.querySelector('.status');
  if (!region) return;
  adoptStyles(root, regionStyles);
  stops.get(region)?.();
  region.textContent = '';
  if (!text || !region.isConnected) return;
  const latest = Date.now() + MAX_WAIT_MS;
  let timer: ReturnType<typeof setTimeout>;
  const say = () => {
    changes.disconnect();
    // Orca 43 leaves out what it said last: a space that nobody hears makes it another text.
    said.set(region, said.get(region) === text ? `${text}\u00A0` : text);
    region.textContent = said.get(region) ?? text;
    timer = setTimeout(() => (region.textContent = ''), STALE_MS);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(say, Math.min(QUIET_MS, latest - Date.now()));
  };
  const changes = new MutationObserver(wait);
  stops.set(region, () => {
    changes.disconnect();
    clearTimeout(timer);
  });
  wait();
  changes.observe(region.getRootNode(), { subtree: true, childList: true, characterData: true });
}
