/** The colour of the page around the element: what stands over rows must be opaque, and look like the page. */

/** @returns a CSS colour; where the page has a picture and no colour, one on which its text can be read. */
export function pageGround(host: Element): string {
  const { color } = getComputedStyle(host);
  return groundOf(host, isLight(color) ? 'black' : 'white');
}

/** @param unknown the colour of a picture. */
function groundOf(at: Element | null, unknown: string): string {
  if (!at) return 'Canvas';
  const { backgroundColor, backgroundImage } = getComputedStyle(at);
  const [, rgb, alpha = 0] = /^rgba\((.+), (.+)\)$/.exec(backgroundColor) ?? [];
  // Other colours with an alpha channel have a slash, and are too rare to be mixed.
  if (!rgb && !backgroundColor.includes('/')) return backgroundColor;
  const below =
    backgroundImage === 'none' ? groundOf(at.parentElement ?? hostOf(at), unknown) : unknown;
  return Number(alpha)
    ? `color-mix(in srgb, rgb(${rgb}) ${Number(alpha) * 100}%, ${below})`
    : below;
}

/** By its green, which the eye sees most of; in other notations lightness comes first. */
function isLight(color: string): boolean {
  const [first, green] = color.match(/[\d.]+/g) ?? [];
  return color.startsWith('rgb') ? Number(green) > 127 : Number(first) > 0.5;
}

const hostOf = (element: Element): Element | null =>
  (element.getRootNode() as Partial<ShadowRoot>).host ?? null;
