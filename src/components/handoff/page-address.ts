/** The address of the page that the element stands on, as another device opens it. */
import type { ElementHost } from '../element/element-services.js';

/**
 * The page's own address: what there is to scan, mail or share without a hand-off. An address of the
 * consume page that is made here would hold the feed URL.
 * @param appId of the one app that was pressed. It goes into the fragment where the page reads it there
 * (docs/interface.md 4.6), and never in the place of a fragment that is the page's own.
 */
export function pageAddress(host: ElementHost, appId: string | undefined): string {
  const url = new URL(location.href);
  const isConsumePage = host.getAttribute('links') === 'direct';
  const ownFragments = ['', `#${host.getAttribute('one-app')}`];
  if (appId && isConsumePage && ownFragments.includes(url.hash)) url.hash = appId;
  return url.href;
}
