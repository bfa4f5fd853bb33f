/** The colour of the page around the element: what stands over rows must be opaque, and look like the page. */

/** @returns a CSS colour; the browser's own where the page has a picture, or nothing. */
export function pageGround(host: Element): string {
  for (let at: Element | null = host; at; at = at.parentElement ?? hostOf(at)) {
    const { backgroundColor } = getComputedStyle(at);
    // A colour with an alpha channel is written with four values, or a slash.
    if (backgroundColor.startsWith('rgb(')) return backgroundColor;
  }
  return 'Canvas';
}

const hostOf = (element: Element): Element | null =>
  (element.getRootNode() as Partial<ShadowRoot>).host ?? null;
