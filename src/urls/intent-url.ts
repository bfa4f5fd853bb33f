/** The link that takes a page out of another app's browser, into the member's own, on Android. */
import { holdsSecret } from './secret-in-address.js';
import { parseUrl } from './web-url.js';

/**
 * An intent that shows a page in the browser of the phone
 * (https://developer.chrome.com/docs/android/intents). It has the intent in place of a fragment, so that of the
 * page is left out.
 * @param address the page's URL
 * @returns `undefined` if the page is not on the web, or its address holds a secret, which must not get into
 *   an attribute or another app's hands
 * @example
 * intentUrl('https://news.example/podcast?show=2#top');
 * // 'intent://news.example/podcast?show=2#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end'
 */
export function intentUrl(address: string): string | undefined {
  const url = parseUrl(address);
  const scheme = url?.protocol.slice(0, -1) ?? '';
  if (!url || !/^https?$/.test(scheme) || holdsSecret(url)) return undefined;
  const { host, pathname, search } = url;
  const intent = [
    'Intent',
    `scheme=${scheme}`,
    'action=android.intent.action.VIEW',
    'category=android.intent.category.BROWSABLE',
    'end',
  ].join(';');
  return `intent://${host}${pathname}${search}#${intent}`;
}
