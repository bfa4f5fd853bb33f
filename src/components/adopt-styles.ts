/** Adds the styles of a chunk to the element's, once. */
import type { CSSResult } from 'lit';

export function adoptStyles(root: HTMLElement | DocumentFragment, ...styles: CSSResult[]): void {
  const { adoptedStyleSheets } = root as ShadowRoot;
  for (const { styleSheet } of styles) {
    if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet);
  }
}
