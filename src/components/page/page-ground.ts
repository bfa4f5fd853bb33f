/** The colours of the page around the element: what stands over it must be opaque, and look like the page. */

export interface PageColors {
  /** CSS colour of the ground. */
  paper: string;
  /** CSS colour of text on it. */
  ink: 'inherit' | 'CanvasText';
}

/** Text must have this contrast with its ground (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

/**
 * The page's own colours, or the system's pair where its text could not be read on its ground.
 * @param probe the element that is to have them: browsers compute colours only for elements. Its own colour is reset.
 */
export function pageColors(probe: HTMLElement): PageColors {
  const around = probe.parentElement ?? probe;
  const paper = pageGround(around);
  const ink = getComputedStyle(around).color;
  const [dark = NaN, light = NaN] = [luminanceOf(paper, probe), luminanceOf(ink, probe)].sort(
    (a, b) => a - b,
  );
  const isReadable = (light + 0.05) / (dark + 0.05) >= MIN_CONTRAST;
  return isReadable ? { paper, ink: 'inherit' } : { paper: 'Canvas', ink: 'CanvasText' };
}

/** Relative luminance (WCAG 2.2) of a colour in any notation; `NaN` in a browser that cannot convert it. */
function luminanceOf(color: string, probe: HTMLElement): number {
  probe.style.color = '';
  probe.style.color = `color(from ${color} srgb-linear r g b)`;
  const linear = /^color\(srgb-linear (\S+) (\S+) ([^\s)]+)/.exec(getComputedStyle(probe).color);
  probe.style.color = '';
  const [red = NaN, green = NaN, blue = NaN] = linear?.slice(1).map(Number) ?? [];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

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
