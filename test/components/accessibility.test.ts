/** The element for who sees little: WCAG 2.2 AA in every state, by axe and by measure. */
import { expect } from '@open-wc/testing';
import type { PrivatePodcastSubscribe as Subscribe } from '../../src/index.js';
import { everyState } from '../support/element/every-state.js';
import { all, nameOf, one, placed, useNetwork, words } from '../support/element/element.js';

const themes = { light: ['#fff', '#1a1a1a'], dark: ['#16181d', '#ececec'] } as const;

function wear(theme: keyof typeof themes): void {
  const [background, color] = themes[theme];
  document.documentElement.style.colorScheme = theme;
  Object.assign(document.body.style, { background, color });
}

const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** Relative luminance of a computed colour (WCAG 2.2), over another one if it lets that through. */
function luminance(color: string, below = '#fff'): number {
  context.fillStyle = below;
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = '#010203';
  context.fillStyle = color;
  expect(context.fillStyle, `${color} read`).not.to.equal('#010203');
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = Array.from(context.getImageData(0, 0, 1, 1).data, (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two luminances (WCAG 2.2). */
function ratio(...luminances: [number, number]): number {
  const [low, high] = luminances.sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe('PrivatePodcastSubscribe: accessibility', () => {
  const states = everyState(useNetwork());
  afterEach(() => {
    document.documentElement.style.colorScheme = '';
    document.body.removeAttribute('style');
  });

  for (const theme of ['light', 'dark'] as const) {
    for (const [name, enter] of Object.entries(states)) {
      it(`has no fault that axe finds: ${name}, ${theme}`, async () => {
        wear(theme);
        await expect(await enter()).to.be.accessible();
      });
    }
  }

  for (const [name, enter] of Object.entries(states)) {
    it(`has targets of at least 44 px: ${name}`, async () => {
      const element = await enter();
      const targets = all(element, 'button, a, summary, select, input').filter(
        (target) => target.matches(':not([inert] *)') && target.checkVisibility(),
      );
      const small = targets.flatMap((target) => {
        // A link in running text is as high as its line (WCAG 2.5.8, the exception for inline).
        const isInline = target.matches('.notes a');
        const { width, height } = (
          isInline ? target.closest('p, li')! : target
        ).getBoundingClientRect();
        const least = isInline ? 24 : 44;
        const isSmall = Math.min(width, height) < least - 0.1;
        return isSmall ? [`${nameOf(target)}: ${width} × ${height}`] : [];
      });
      expect(small).to.deep.equal([]);
      const hasNone = /^(idle|resolving|no-access(-offer)?)$/.test(name);
      expect(targets.length === 0, 'nothing to press').to.equal(hasNone);
    });

    it(`fits the reader’s text spacing at 320 px: ${name}`, async () => {
      const element = await enter();
      element.style.inlineSize = '320px';
      const spacing = document.createElement('style');
      // WCAG 2.2, 1.4.12. English at the right edge of Arabic has the space at the end of a line beyond it.
      spacing.textContent = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important } p { margin-block-end: 2em !important }
        .excerpt { text-align: start !important }`;
      element.shadowRoot!.append(spacing);
      const { right } = element.getBoundingClientRect();
      const wide = all(element, '.root, .root *:not(.status, dialog, dialog *)')
        .filter((node) => node.checkVisibility())
        .filter((node) => node.getBoundingClientRect().right > right + 0.5);
      const cut = all(element, 'button, a, summary, h2, h3, h4, p').filter(
        (node) => node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1,
      );
      expect([...wide, ...cut].map((node) => `${node.localName} ${words(node)}`)).to.deep.equal([]);
      const dialog = one(element, 'dialog');
      expect(dialog?.scrollWidth ?? 0).to.equal(dialog?.clientWidth ?? 0);
    });
  }

  for (const theme of ['light', 'dark'] as const) {
    for (const [name, enter] of Object.entries(states)) {
      it(`draws the edges of its controls at 3:1 or more: ${name}, ${theme}`, async () => {
        wear(theme);
        const [page] = themes[theme];
        const weak = all(await enter(), 'a, button, input, select').flatMap((control) => {
          const { borderTopWidth, borderTopColor } = getComputedStyle(control);
          const isDrawn = parseFloat(borderTopWidth) > 0 && !/, 0\)$|\/ 0\)$/.test(borderTopColor);
          if (!isDrawn || !control.checkVisibility() || control.matches('[inert] *')) return [];
          const contrast = ratio(luminance(borderTopColor, page), luminance(page));
          return contrast < 3 ? [`${nameOf(control)}: ${contrast.toFixed(2)}`] : [];
        });
        expect(weak).to.deep.equal([]);
      });
    }
  }

  describe('contrast of the primary button', () => {
    function contrast(element: Subscribe): number {
      const button = one(element, '.primary')!;
      return ratio(
        luminance(getComputedStyle(button).backgroundColor),
        luminance(getComputedStyle(button.querySelector('span')!).color),
      );
    }

    for (const accent of [
      ...['#ffffff', '#000000', '#ffd400', '#e4002b', '#0057b8', '#00a86b', '#777777', '#767676'],
      ...['#ff6f00', 'rebeccapurple', 'hsl(190 100% 40%)', 'oklch(0.6 0.2 330)', 'lab(50 0 60)'],
    ]) {
      it(`is 4.5:1 on ${accent}`, async () => {
        const element = await placed('ready');
        element.style.setProperty('--pps-accent', accent);
        expect(contrast(element)).to.be.at.least(4.5);
      });
    }

    for (const theme of ['light', 'dark'] as const) {
      it(`is 4.5:1 without an accent from the publisher, ${theme}`, async () => {
        wear(theme);
        expect(contrast(await placed('ready'))).to.be.at.least(4.5);
      });
    }
  });
});
