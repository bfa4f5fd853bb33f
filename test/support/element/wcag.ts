/**
 * What WCAG 2.2 AA asks of the element in any state, by axe and by measure. Each function answers with a
 * line for each fault.
 */
import { expect, nextFrame } from '@open-wc/testing';
import axe from 'axe-core';
import type { PrivatePodcastSubscribe as Subscribe } from '../../../src/index.js';
import { all, nameOf, one, words } from './publisher-page.js';

const themes = { light: ['#fff', '#1a1a1a'], dark: ['#16181d', '#ececec'] } as const;

export type Theme = keyof typeof themes;

export function wear(theme: Theme): void {
  const [background, color] = themes[theme];
  document.documentElement.style.colorScheme = theme;
  Object.assign(document.body.style, { background, color });
}

/** Changes the theme of the page around an element; resolves once the element has followed. */
export async function changeTheme(theme: Theme, element: Subscribe): Promise<void> {
  wear(theme);
  // The player sees by a transition that the page has changed.
  // A ring turns for as long as something is waited for.
  const ending = element
    .shadowRoot!.getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.all(ending.map(({ finished }) => finished));
  await nextFrame();
}

export function undress(): void {
  document.documentElement.style.colorScheme = '';
  document.body.removeAttribute('style');
}

const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** Relative luminance of a computed colour (WCAG 2.2), over another one if it lets that through. */
export function luminance(color: string, below = '#fff'): number {
  context.fillStyle = below;
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = '#010203';
  context.fillStyle = color;
  if (context.fillStyle === '#010203') throw new Error(`The colour ${color} cannot be read.`);
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = Array.from(context.getImageData(0, 0, 1, 1).data, (channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two luminances (WCAG 2.2). */
export function ratio(...luminances: [number, number]): number {
  const [low, high] = luminances.sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** @param only the rules with this tag; default: all. */
export async function foundByAxe(element: Subscribe, only?: string): Promise<string[]> {
  const others = axe.getRules().filter(({ tags }) => only && !tags.includes(only));
  try {
    await expect(element).to.be.accessible({ ignoredRules: others.map(({ ruleId }) => ruleId) });
  } catch (error) {
    return [(error as Error).message];
  }
  return [];
}

/** Controls whose drawn edge has a contrast of less than 3:1 to the page. */
export function weakEdges(element: Subscribe, theme: Theme): string[] {
  const [page] = themes[theme];
  return all(element, 'a, button, input, select').flatMap((control) => {
    const { borderTopWidth, borderTopColor } = getComputedStyle(control);
    const isDrawn = parseFloat(borderTopWidth) > 0 && !/, 0\)$|\/ 0\)$/.test(borderTopColor);
    if (!isDrawn || !control.checkVisibility() || control.matches('[inert] *')) return [];
    const contrast = ratio(luminance(borderTopColor, page), luminance(page));
    return contrast < 3 ? [`${nameOf(control)}: ${contrast.toFixed(2)}`] : [];
  });
}

/** What can be pressed. */
export const targets = (element: Subscribe): HTMLElement[] =>
  all(element, 'button, a, summary, select, input').filter(
    (target) => target.matches(':not([inert] *)') && target.checkVisibility(),
  );

/** Targets of less than 44 px. */
export const smallTargets = (element: Subscribe): string[] =>
  targets(element).flatMap((target) => {
    // A link in running text is as high as its line (WCAG 2.5.8, the exception for inline).
    const isInline = target.matches('.notes a');
    const { width, height } = (
      isInline ? target.closest('p, li')! : target
    ).getBoundingClientRect();
    const least = isInline ? 24 : 44;
    const isSmall = Math.min(width, height) < least - 0.1;
    return isSmall ? [`${nameOf(target)}: ${width} × ${height}`] : [];
  });

/** What does not fit the reader’s text spacing at 320 px, which the element keeps from then on. */
export function lostToSpacing(element: Subscribe): string[] {
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
  const dialog = one(element, 'dialog');
  const isScrolled = (dialog?.scrollWidth ?? 0) !== (dialog?.clientWidth ?? 0);
  const lost = [...wide, ...cut].map((node) => `${node.localName} ${words(node)}`);
  return isScrolled ? [...lost, `the dialog is ${dialog!.scrollWidth} px wide within`] : lost;
}
