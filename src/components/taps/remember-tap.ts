/**
 * Notes the app whose button leads away from this page. In the first load, because the page may be gone before
 * anything else of the element is there.
 */
import { STORAGE_KEY as APP_KEY } from '../buttons/remembered-app.js';

export const TAP_KEY = 'pps-tap';

/** Which app, of which of the page's elements, on which of the tab's pages. */
export function noteOf(appId: string, host: Element): string {
  const place = [...document.querySelectorAll(host.localName)].indexOf(host);
  return `${appId} ${place} ${location.pathname}`;
}

/** The app goes first here from now on, and is asked about when the member comes back. */
export function rememberTap(appId: string, host: Element): void {
  try {
    localStorage.setItem(APP_KEY, appId);
    sessionStorage.setItem(TAP_KEY, `${noteOf(appId, host)} ${Date.now()}`);
  } catch {
    // Opening the app works without storage, too.
  }
}
