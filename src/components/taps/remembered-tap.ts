/**
 * The app whose button led away from this page, for as long as the tab lives: a browser that loads the page anew when
 * the member comes back has nothing else to ask by. Only the app's id, which of the page's elements it was, the page's
 * path, and the time are stored.
 */
import { noteOf, TAP_KEY } from './remember-tap.js';

export function forgetTap(): void {
  try {
    sessionStorage.removeItem(TAP_KEY);
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
    const kept = sessionStorage.getItem(TAP_KEY) ?? '';
    const [, tap, appId = '', at] = /^((\S+) .*) (\d+)$/.exec(kept) ?? [];
    return tap === noteOf(appId, host) ? { appId, at: Number(at) } : undefined;
  } catch {
    return undefined;
  }
}
