/**
 * Renders a Lit template to HTML without a DOM, for the templates of our own views: a placeholder
 * is a child or a whole attribute value. It needs nothing of Lit but the shape of a template, so
 * that it runs in every runtime.
 */
import { escapeUTF8 } from 'entities/escape';
import { nothing, type TemplateResult } from 'lit/html.js';

/** The end of a text right before an attribute's value: its sigil, its name and an opening quote. */
const ATTRIBUTE = /\s([@.?]?)([a-zA-Z-]+)=("?)$/;

/**
 * @param waitFor what takes the place of a button's click handler until the script runs.
 * @throws {TypeError} for a placeholder in another place.
 */
export function renderTemplate(value: unknown, waitFor: () => string): string {
  if (value === nothing || value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => renderTemplate(item, waitFor)).join('');
  if (!isTemplate(value)) return escapeUTF8(textOf(value));
  const { strings, values } = value;
  let html = '';
  let tag = '';
  let quote = '';
  strings.forEach((string, index) => {
    const text = string.slice(quote.length);
    tag = tagAtEnd(text, tag);
    quote = '';
    if (index === values.length) {
      html += text;
    } else if (tag) {
      const place = ATTRIBUTE.exec(text);
      if (!place || (place[3] && !strings[index + 1]?.startsWith('"')))
        throw new TypeError('A placeholder of a template must be a whole attribute value.');
      quote = place[3] ?? '';
      html += text.slice(0, place.index) + renderAttribute(place, values[index], tag, waitFor);
    } else {
      html += text + renderTemplate(values[index], waitFor);
    }
  });
  return html;
}

/** As in Lit, `undefined` and `null` are no text. */
const textOf = (value: unknown) =>
  String((value as string | number | boolean | null | undefined) ?? '');

function isTemplate(value: unknown): value is TemplateResult {
  return typeof value === 'object' && value !== null && 'strings' in value;
}

/** The tag that a text ends in, or an empty string outside of one. */
function tagAtEnd(text: string, before: string): string {
  const start = text.lastIndexOf('<');
  const end = text.lastIndexOf('>');
  if (start > end) return /^[a-z0-9-]*/.exec(text.slice(start + 1))?.[0] ?? '';
  return end < 0 ? before : '';
}

/** As Lit sets it: `?name` by truth, `.value` as the attribute, `nothing` not at all. */
function renderAttribute(
  [, sigil, name]: RegExpExecArray,
  value: unknown,
  tag: string,
  waitFor: () => string,
): string {
  if (sigil === '@') return tag === 'button' ? ` ${waitFor()}` : '';
  if (sigil === '?') return value && value !== nothing ? ` ${name}` : '';
  return value === nothing ? '' : ` ${name}="${escapeUTF8(textOf(value))}"`;
}
