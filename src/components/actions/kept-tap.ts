/**
 * The app whose button led away from this page, for as long as the tab lives: a browser that loads the page anew when
 * the member comes back has nothing else to ask by. Only the app's id, which of the page's elements it was, and the
 * page's path are stored.
 */
const STORAGE_KEY = 'pps-tap';

function noted(appId: string, host: Element): string {
  const place = [...document.querySelectorAll(host.localName)].indexOf(host);
  return `${appId} ${place} ${location.pathname}`;
}

export function keepTap(appId: string, host: Element): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, noted(appId, host));
  } catch {
    // Opening the app works without storage, too.
  }
}

export function forgetTap(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing can be stored, so there is nothing to forget.
  }
}

/** The app that was pressed in this element before the member came back to its page; `undefined` in a page that was opened anew. */
export function keptTap(host: Element): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'back_forward') return;
  try {
    const kept = sessionStorage.getItem(STORAGE_KEY);
    const [appId] = kept?.split(' ', 1) ?? [];
    return appId && kept === noted(appId, host) ? appId : undefined;
  } catch {
    return undefined;
  }
}
