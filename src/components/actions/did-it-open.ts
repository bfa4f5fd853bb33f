/** Whether a tapped link opened an app: no API says so, but a page that stays in sight tells. */

/** Milliseconds after which an app that is there has come to the front. */
const PATIENCE = 2000;

/**
 * Waits, and says whether the page stayed in front all the while: then the app did not open.
 * An app, or the question whether to open it, hides the page or takes the focus from it.
 */
export function stayedHere(view: Window, patience = PATIENCE): Promise<boolean> {
  return new Promise((resolve) => {
    const leaving = new AbortController();
    const settle = (stayed: boolean) => {
      leaving.abort();
      clearTimeout(timer);
      resolve(stayed);
    };
    const left = () => settle(false);
    const { signal } = leaving;
    const timer = setTimeout(() => settle(!view.document.hidden), patience);
    view.document.addEventListener('visibilitychange', left, { signal });
    view.addEventListener('blur', left, { signal });
    view.addEventListener('pagehide', left, { signal });
  });
}
