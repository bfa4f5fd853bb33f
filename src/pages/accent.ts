/** A publisher's accent as the pages wear it: readable in light and in dark, whatever was given. */

type Rgb = readonly [red: number, green: number, blue: number];

/** The surface that is hardest to read on in each scheme: panels in light, and in dark. */
const LIGHT: Rgb = [0xf2, 0xf0, 0xeb];
const DARK: Rgb = [0x2a, 0x2a, 0x2e];
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** Contrast of text (WCAG 2.2, 1.4.3). */
const READABLE = 4.5;
const STEPS = 20;

/** @param hex `#rgb` or `#rrggbb` */
function rgbOf(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.replaceAll(/[^#]/g, '$&$&') : hex;
  const at = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

const hexOf = (color: Rgb) =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour itself if it reads on the surface, or the nearest that does on the way to black or white. */
function readableOn(surface: Rgb, color: Rgb, end: Rgb): Rgb {
  for (let step = 0; step < STEPS; step++) {
    const mixed = color.map((channel, index) =>
      Math.round(channel + (((end[index] ?? 0) - channel) * step) / STEPS),
    ) as unknown as Rgb;
    if (contrast(mixed, surface) >= READABLE) return mixed;
  }
  return end;
}

/** Black or white, whichever reads better. One of them always has 4.5 : 1. */
const textOn = (color: Rgb): Rgb =>
  contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;

/**
 * A style sheet that gives the page its accent, as `--accent` and `--on-accent`.
 * @param accent a CSS hex colour without alpha; `accentDark` is the one for dark pages.
 */
export function accentStyle(accent: string, accentDark = accent): string {
  const light = readableOn(LIGHT, rgbOf(accent), BLACK);
  const dark = readableOn(DARK, rgbOf(accentDark), WHITE);
  const pair = (one: Rgb, other: Rgb) => `light-dark(${hexOf(one)},${hexOf(other)})`;
  return `:root{--accent:${pair(light, dark)};--on-accent:${pair(textOn(light), textOn(dark))}}`;
}
