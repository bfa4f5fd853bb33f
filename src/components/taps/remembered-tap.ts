/**
 * The app whose button led away from this page, for as long as the tab lives: a browser that loads the page anew when
 * the member comes back has nothing else to ask by. Only the app's id, which of the page's elements it was, the page's
 * path, and the time are stored.
 */
const STORAGE_KEY = 'pps-tap';

function noted(appId: string, host: Element): string {
  const place = [...document.querySelectorAll(host.localName)].indexOf(host);
  return `${appId} ${place} ${location.pathname}`;
}

export function rememberTap(appId: string, host: Element): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, `${noted(appId, host)} ${Date.now()}`);
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

export interface RememberedTap {
  appId: string;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** The tap in this element from which the member came back to its page; `undefined` in a page that was opened anew. */
export function rememberedTap(host: Element): RememberedTap | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'back_forward') return;
  try {
    const kept = sessionStorage.getItem(STORAGE_KEY) ?? '';
    const [, tap, appId = '', at] = /^((\S+) .*) (\d+)$/.exec(kept) ?? [];
    return tap === noted(appId, host) ? { appId, at: Number(at) } : undefined;
  } catch {
    return undefined;
  }
}
