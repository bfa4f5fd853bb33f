import type { CSSResult } from 'lit';

/** Adds styles to an element's, once: the chunks that load later bring their own. */
export function adoptStyles({ adoptedStyleSheets }: ShadowRoot, ...styles: CSSResult[]): void {
  for (const { styleSheet } of styles) {
    if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet);
  }
}
