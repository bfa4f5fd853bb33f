/** The scrolling of what a transcript is in. The page itself is never scrolled. */

/** The nearest ancestor within the shadow tree that can be scrolled. */
export function scrollAreaOf(element: HTMLElement): HTMLElement | undefined {
  for (let area = element.parentElement; area; area = area.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(area).overflowY)) return area;
  }
  return undefined;
}

/** Scrolls a line to the end of the upper third, unless it begins in the middle one. */
export function keepInSight(area: HTMLElement, line: HTMLElement): void {
  const third = area.clientHeight / 3;
  const distance = line.getBoundingClientRect().top - area.getBoundingClientRect().top - third;
  // Browsers scroll by whole pixels.
  if (distance > -1 && distance < third) return;
  // A long way would take seconds, and pass thousands of lines.
  const isSmooth =
    Math.abs(distance) < 6 * third && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  area.scrollBy({ top: distance, behavior: isSmooth ? 'smooth' : 'instant' });
}

/** Calls back when the member scrolls the area: by wheel, finger, scroll bar or keys. */
export function whenScrolled(area: HTMLElement, callback: () => void, signal: AbortSignal): void {
  const listen = (event: Event) => {
    const { type, target, key } = event as Partial<KeyboardEvent>;
    // A press on the area itself is one on its scroll bar.
    if (/^[wt]/.test(type ?? '') || target === area || key?.startsWith('Page')) callback();
  };
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
    area.addEventListener(type, listen, { passive: true, signal });
  }
}
