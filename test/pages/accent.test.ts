/** A publisher's accent, made readable for the pages in light and in dark. */
import { describe, expect, it } from 'vitest';
import { accentStyle } from '../../src/pages/accent.js';

/** The pages' panels: the surfaces that are hardest to read on. */
const surfaces = { light: '#f2f0eb', dark: '#2a2a2e' };

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function coloursOf(accent: string) {
  const pattern =
    /^:root\{--accent:light-dark\((#\w{6}),(#\w{6})\);--on-accent:light-dark\((#\w{6}),(#\w{6})\)\}$/;
  const [, light = '', dark = '', onLight = '', onDark = ''] =
    pattern.exec(accentStyle(accent)) ?? [];
  return { light, dark, onLight, onDark };
}

describe('accentStyle', () => {
  it.each(['#0f5560', '#ffffff', '#000000', '#ff0', '#f2b95c', '#808080', '#00f', '#7f7fff'])(
    'makes %s readable on its surface, and the text on it too, in light and in dark',
    (accent) => {
      const { light, dark, onLight, onDark } = coloursOf(accent);
      expect(contrast(light, surfaces.light)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, surfaces.dark)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(light, onLight)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, onDark)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('leaves a colour that reads as it is, long or short', () => {
    expect(coloursOf('#0f5560').light).toBe('#0f5560');
    expect(coloursOf('#F2B95C').dark).toBe('#f2b95c');
    expect(coloursOf('#036').light).toBe('#003366');
  });
});
