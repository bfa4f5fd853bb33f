/** Whether a tapped link opened an app. No API tells, but a page that loses focus or sight does. */

/** Milliseconds in which an installed app, or the browser's question about it, comes to the front. */
export const OPENING_MS = 2000;

/**
 * Waits for the page to lose focus or be hidden: an app, or the browser's question whether to open
 * it, came to the front.
 * @param ended aborts when nobody waits any more
 * @returns `false` if the page stayed in front for the whole time: no app opened.
 */
export function didAppOpen(
  view: Window,
  timeout = OPENING_MS,
  ended?: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const settle = (didOpen: boolean) => {
      listening.abort();
      clearTimeout(timer);
      resolve(didOpen);
    };
    const left = () => settle(true);
    const { signal } = listening;
    const timer = setTimeout(() => settle(view.document.hidden), timeout);
    view.document.addEventListener('visibilitychange', left, { signal });
    view.addEventListener('blur', left, { signal });
    view.addEventListener('pagehide', left, { signal });
    ended?.addEventListener('abort', () => settle(false), { signal });
  });
}

/** Waits for the member to come back to the page after an app, or the browser's question, took over. */
export function comingBack(view: Window, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!view.document.hidden) resolve();
    };
    view.document.addEventListener('visibilitychange', check, { signal });
    view.addEventListener('focus', check, { signal });
    view.addEventListener('pageshow', check, { signal });
  });
}

/** Waits for the member to follow a link to another page, and to come back from it. */
export async function awayAndBack(view: Window, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (view.document.hidden) resolve();
    };
    view.document.addEventListener('visibilitychange', check, { signal });
    view.addEventListener('pagehide', () => resolve(), { signal });
  });
  await comingBack(view, signal);
}
