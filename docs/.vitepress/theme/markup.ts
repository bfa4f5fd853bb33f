/** The HTML that the playground prints. */

export type Values = Readonly<Record<string, string>>;

export interface Setting {
  /** By attribute. An empty text leaves it out; `true` writes an attribute without a value. */
  attributes: Readonly<Record<string, string | boolean>>;
  /** By custom property. An empty text leaves it out. */
  properties: Values;
  /** Declarations by part. */
  parts: Values;
}

const escapes: Values = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** A text as it is written between the quotes of an attribute. */
export const escaped = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => escapes[character] ?? '');

/** Values that cannot leave their declaration, rule or style element. */
const cssValue = (text: string): string => text.replace(/[;{}<>]/g, '').trim();

const declarations = (text: string): string[] =>
  text
    .replace(/[{}<>]/g, '')
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter(Boolean);

function rule(selector: string, lines: string[]): string {
  return lines.length > 0
    ? `${selector} {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`
    : '';
}

/** The rules for the page's style sheet; empty if nothing is set. */
export function styleOf({ properties, parts }: Setting): string {
  const set = Object.entries(properties).flatMap(([name, value]) => {
    const text = cssValue(value);
    return text ? [`${name}: ${text}`] : [];
  });
  return [
    rule('private-podcast-subscribe', set),
    ...Object.entries(parts).map(([part, text]) =>
      rule(`private-podcast-subscribe::part(${part})`, declarations(text)),
    ),
  ].join('');
}

/** The attributes that are set, as they are written. */
const written = (attributes: Setting['attributes']): string[] =>
  Object.entries(attributes).flatMap(([name, value]) => {
    if (value === true) return [name];
    return value ? [`${name}="${escaped(value)}"`] : [];
  });

/** The element, with what shows without scripts between its tags. */
export function elementOf({ attributes }: Setting): string {
  const lines = written(attributes);
  const start = ['<private-podcast-subscribe', ...lines.map((line) => `  ${line}`)].join('\n');
  return `${start}${lines.length > 0 ? '\n' : ''}>\n  <a href="/listen">Open your podcast</a>\n</private-podcast-subscribe>\n`;
}

/** Everything to copy into a page. */
export function markupOf(setting: Setting): string {
  const style = styleOf(setting);
  const indented = style.replace(/^(?=.)/gm, '  ');
  return [
    '<script type="module" src="/podcast/private-podcast-subscribe.js"></script>\n',
    style && `<style>\n${indented}</style>\n`,
    elementOf(setting),
  ].join('');
}
