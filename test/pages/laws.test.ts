/** Laws of the pages: any accent becomes readable, and no text of a publisher becomes markup. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../src/languages/languages.js';
import { accentStyle } from '../../src/pages/accent.js';
import { messagePage } from '../../src/pages/message-page.js';
import { contactHref } from '../../src/pages/publisher.js';
import { same, spelt } from '../support/laws/same.js';
import { anyCase } from '../support/laws/spellings/text.js';

/** Relative luminance of `#rrggbb`, and the contrast of two colours (WCAG 2.2). */
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

const STYLE =
  /^:root\{--accent:light-dark\((#\w{6}),(#\w{6})\);--on-accent:light-dark\((#\w{6}),(#\w{6})\)\}$/;
const coloursOf = (...accents: [accent: string, accentDark?: string]) =>
  STYLE.exec(accentStyle(...accents))?.slice(1) ?? [];
const colours = fc.oneof(
  fc.constantFrom('#ffffff', '#000000', '#808080', '#ffff00', '#0000ff', '#7f7fff', '#f2b95c'),
  fc.stringMatching(/^#[\da-f]{6}$/),
);

describe('accentStyle', () => {
  it('reads in light and in dark, and so does what stands on it', () => {
    fc.assert(
      fc.property(colours, (accent) => {
        const [light = '', dark = '', onLight = '', onDark = ''] = coloursOf(accent);
        const pairs = [
          [light, '#f2f0eb'],
          [dark, '#2a2a2e'],
          [light, onLight],
          [dark, onDark],
        ] as const;
        for (const [one, other] of pairs) expect(contrast(one, other)).toBeGreaterThanOrEqual(4.5);
        if (contrast(accent, '#f2f0eb') >= 4.5) expect(light).toBe(accent);
        if (contrast(accent, '#2a2a2e') >= 4.5) expect(dark).toBe(accent);
      }),
    );
  });

  it('wears one colour in light and another in dark, each as if it were alone', () => {
    fc.assert(
      fc.property(colours, colours, (accent, accentDark) => {
        const [light, , onLight] = coloursOf(accent);
        const [, dark, , onDark] = coloursOf(accentDark);
        expect(coloursOf(accent, accentDark)).toEqual([light, dark, onLight, onDark]);
      }),
    );
  });

  it('reads a colour alike in three digits or six, and in either case', async () => {
    const short = fc
      .stringMatching(/^#[\da-f]{3}$/)
      .map((hex) => hex.replaceAll(/[\da-f]/g, '$&$&'));
    const forms = (hex: string) =>
      fc.constantFrom(hex, `#${hex[1]}${hex[3]}${hex[5]}`).chain(anyCase);
    await same(accentStyle, spelt(short, forms));
  });
});

describe('contactHref', () => {
  it('takes an address for mail, and leaves a URL', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom('http://a.example', 'https://a.example/x', 'mailto:a@a.example')
          .chain(anyCase),
        (url) => contactHref(url) === url,
      ),
    );
    expect(contactHref('help@a.example')).toBe('mailto:help@a.example');
    expect(contactHref('http@a.example')).toBe('mailto:http@a.example');
  });
});

describe('messagePage', () => {
  it('holds a publisher’s texts as text', async () => {
    const hostile = fc.constantFrom(
      '<b>',
      '"><script>',
      "' onclick='",
      '&amp;',
      '$&',
      "$'",
      '{name}',
      '</style>',
    );
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...languageCodes), async (text, language) => {
        const publisher = { name: text, contact: text };
        const html = await (await messagePage('failed', language, publisher)).text();
        const escaped = text
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;');
        const written = html.replaceAll('&#39;', "'").replaceAll('&apos;', "'");
        expect(written).toContain(`<bdi>${escaped}</bdi>`);
        expect(written).not.toContain('><script>');
      }),
      { numRuns: 20 },
    );
  });
});
