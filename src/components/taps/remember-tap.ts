/**
 * Notes the app whose button leads away from this page, whoever rendered it. In the first load, because the page may
 * be gone before anything else of the element is there.
 */
import { STORAGE_KEY as APP_KEY } from '../buttons/remembered-app.js';

export const TAP_KEY = 'pps-tap';

/** Which app, of which of the page's elements, on which of the tab's pages. */
export function noteOf(appId: string, host: Element): string {
  const place = [...document.querySelectorAll(host.localName)].indexOf(host);
  return `${appId} ${place} ${location.pathname}`;
}

/** An app whose link to the consume page is pressed goes first here, and is asked about when the member comes back. */
export function rememberTaps(root: ShadowRoot): void {
  root.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLElement>('[data-app][href^=http][href*="rss="]');
    const host = root.host as Element & { forgetApp: boolean };
    if (!link || host.forgetApp) return;
    const appId = String(link.dataset.app);
    try {
      localStorage.setItem(APP_KEY, appId);
      sessionStorage.setItem(TAP_KEY, `${noteOf(appId, host)} ${Date.now()}`);
    } catch {
      // Opening the app works without storage, too.
    }
  });
}
