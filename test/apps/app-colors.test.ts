/** The colours of the apps' tiles. */
import * as simpleIcons from 'simple-icons';
import { describe, expect, it } from 'vitest';
import { apps } from '../../src/apps.js';
import { colorOf } from '../../src/apps/app-colors.js';

const hexOfSlug = new Map(
  Object.values(simpleIcons).map(({ slug, hex }) => [slug, `#${hex.toLowerCase()}`]),
);

/** Contrast to white (WCAG 2.2, "contrast ratio"). */
function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

describe('colorOf', () => {
  it.each(apps.map((app) => [app.name, app] as const))(
    'gives %s its own colour, or one for white letters',
    (_, app) => {
      if (app.icon) expect(colorOf(app)).toBe(hexOfSlug.get(app.icon));
      else expect(contrastToWhite(colorOf(app))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('gives each app without a mark a colour that no other has', () => {
    const colors = apps.filter(({ icon }) => !icon).map(colorOf);
    expect(new Set(colors).size).toBe(colors.length);
  });

  it('takes the colour of an app override, and has one for an app that gives none', () => {
    const own = { id: 'mine', name: 'Mine', platforms: ['ios'], privateFeeds: 'paste' } as const;
    expect(colorOf({ ...own, color: '#0f5560' })).toBe('#0f5560');
    expect(colorOf({ ...own, id: 'constructor' })).toBe(colorOf(own));
    expect(contrastToWhite(colorOf(own))).toBeGreaterThanOrEqual(4.5);
  });
});
