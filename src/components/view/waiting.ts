/**
 * A press that has to wait says so at once: `aria-busy` (WAI-ARIA 1.2, 6.6), a ring after 300 ms (first-styles.ts),
 * and words for screen readers after a second.
 */
const WORDS_AFTER_MS = 1000;
/** A page that is not left by then will not be: its address led nowhere, or the member stopped it. */
const LEAVING_MS = 20_000;

/** @returns whether the control waits already: a second press does nothing. */
export const isWaiting = (control: Element): boolean => control.ariaBusy === 'true';

export async function waitFor(
  control: Element,
  words: string,
  work: Promise<unknown>,
): Promise<void> {
  const region = control.closest('.root')?.querySelector(':scope > .status');
  const say = (text: string) => region?.replaceChildren(text);
  const timer = setTimeout(say, WORDS_AFTER_MS, words);
  control.ariaBusy = 'true';
  try {
    await work;
  } finally {
    clearTimeout(timer);
    say('');
    control.ariaBusy = null;
  }
}

/** Settles once the browser has left the page, or shows it again. */
export const leavingPage = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LEAVING_MS);
    for (const type of ['pagehide', 'pageshow'])
      addEventListener(type, () => resolve(), { once: true });
  });
