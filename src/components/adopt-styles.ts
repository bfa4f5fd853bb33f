/** The element's style sheets: each is made once, and adopted by every element that shows what it styles. */

const sheets = new Map<string, CSSStyleSheet>();

/** Marks a text as CSS, for editors and for the build, which shortens it. */
export const css = (strings: TemplateStringsArray, ...texts: string[]): string =>
  String.raw({ raw: strings }, ...texts);

function sheetOf(styles: string): CSSStyleSheet {
  let sheet = sheets.get(styles);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    sheets.set(styles, sheet);
  }
  return sheet;
}

/** Adds styles to an element's, once. */
export function adoptStyles({ adoptedStyleSheets }: ShadowRoot, ...styles: string[]): void {
  for (const sheet of styles.map(sheetOf)) {
    if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet);
  }
}
