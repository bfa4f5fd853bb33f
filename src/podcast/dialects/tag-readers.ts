/** Tag readers that several dialects share. None throws: each returns a value or undefined. */
import { resolveUrl } from '../values/written-url.js';
import { readDate } from '../values/dates.js';
import { oneLine } from '../values/html-to-text.js';
import { decodeEntities } from '../xml/entities.js';
import {
  attribute,
  baseOf,
  type FeedContext,
  type TagReader,
  type XmlElement,
} from '../xml/xml-element.js';

/** A text that is no HTML, as one line. Many feeds encode it twice, as they do their notes. */
const words = (text: string): string | undefined => oneLine(decodeEntities(text));

/** The element's text as one line. */
export const line = ({ text }: XmlElement): string | undefined => words(text);

/** The element's text as one line, which tells it from others: as it is written. */
export const identifier = ({ text }: XmlElement): string | undefined => oneLine(text);

/** An attribute that is shown, as one line. */
export const lineAttribute = (element: XmlElement, name: string): string | undefined =>
  words(attribute(element, name) ?? '');

/** Notes, as HTML or plain text. Unescaped markup counts as HTML. */
export const notes = ({ text, markup }: XmlElement): string | undefined =>
  (markup ?? text).trim() || undefined;

/** A date as ISO 8601 in UTC. */
export const date = ({ text }: XmlElement): string | undefined => readDate(text);

/** A URL in the element's text or its `href` attribute. */
export const url: TagReader<string> = (element, context) =>
  resolveUrl(element.text, baseOf(element, context)) ?? urlAttribute(element, 'href', context);

/** A URL in an attribute. */
export function urlAttribute(
  element: XmlElement,
  name: string,
  context: FeedContext,
): string | undefined {
  const value = attribute(element, name);
  return value === undefined ? undefined : resolveUrl(value, baseOf(element, context));
}

/** A number, zero or more. */
export function readNumber(written: string | undefined): number | undefined {
  const text = written?.trim() ?? '';
  return /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

/** `yes`, `true`, `explicit` and `1` are true; any other word is false. */
export function flag({ text }: XmlElement): boolean | undefined {
  const word = text.trim();
  return word === '' ? undefined : /^(?:yes|true|explicit|1)$/i.test(word);
}

/** A comma-separated list. */
export function commaSeparated({ text }: XmlElement): string[] | undefined {
  const list = decodeEntities(text)
    .split(',')
    .flatMap((word) => oneLine(word) ?? []);
  return list.length === 0 ? undefined : list;
}

const MAX_NAME_LENGTH = 500;
const EMAIL = /(?:mailto:)?[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/gi;
/** Brackets and separators are left over when an e-mail address is removed. */
const EMPTY_BRACKETS = /<\s*>|\(\s*\)/g;
const OUTER_SEPARATORS = /^[\s,;]+|[\s,;]+$/g;
const ONLY_BRACKETS = /^(?:\([^()]+\)[\s,;]*)+$/;

/** Names without e-mail addresses: `mail@example.org (Name)` and `Name <mail@example.org>` are `Name`. */
export function personName({ text: written }: XmlElement): string | undefined {
  if (written.length > MAX_NAME_LENGTH) return undefined;
  const text = decodeEntities(written);
  if (!text.includes('@')) return oneLine(text);
  const rest = text.replace(EMAIL, ' ').replace(EMPTY_BRACKETS, ' ').replace(OUTER_SEPARATORS, '');
  if (ONLY_BRACKETS.test(rest))
    return (rest.match(/[^()]+(?=\))/g) ?? []).flatMap((name) => oneLine(name) ?? []).join(', ');
  return oneLine(/^\((.+)\)$/s.exec(rest)?.[1] ?? rest);
}
