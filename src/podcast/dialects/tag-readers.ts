/** Readers that the tags of every dialect share: each total, a value or nothing. */
import { readAddress } from '../values/feed-link.js';
import { readDate } from '../values/dates.js';
import { oneLine } from '../values/plain-text.js';
import { attribute, type FeedContext, type Tag, type XmlElement } from '../xml/xml-element.js';

/** Text in one line. */
export const line = ({ text }: XmlElement): string | undefined => oneLine(text);

/** Notes, as HTML or as text: unescaped markup in them is theirs. */
export const notes = ({ text, markup }: XmlElement): string | undefined =>
  (markup ?? text).trim() || undefined;

/** A date, as ISO 8601 in UTC. */
export const date = ({ text }: XmlElement): string | undefined => readDate(text);

/** An address in an element's text, or in its `href`. */
export const link: Tag<string> = (element, { baseUrl }) =>
  readAddress(element.text, baseUrl) ?? addressIn(element, 'href', { baseUrl });

/** An address in an attribute. */
export function addressIn(
  element: XmlElement,
  name: string,
  { baseUrl }: FeedContext,
): string | undefined {
  const value = attribute(element, name);
  return value === undefined ? undefined : readAddress(value, baseUrl);
}

/** A number of zero and more. */
export function readNumber(written: string | undefined): number | undefined {
  const text = written?.trim() ?? '';
  return /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

/** `yes`, `true` and `explicit` are true, any other word is false. */
export function yes({ text }: XmlElement): boolean | undefined {
  const word = text.trim();
  return word === '' ? undefined : /^(?:yes|true|explicit|1)$/i.test(word);
}

/** A list with commas between its words. */
export function words({ text }: XmlElement): string[] | undefined {
  const list = text.split(',').flatMap((word) => oneLine(word) ?? []);
  return list.length === 0 ? undefined : list;
}

const LONGEST_NAME = 500;
const EMAIL = /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+/g;

/** A person's name: `mail@example.org (Name)` and `Name <mail@example.org>` without the address. */
export function personName({ text }: XmlElement): string | undefined {
  if (text.length > LONGEST_NAME) return undefined;
  if (!text.includes('@')) return oneLine(text);
  const name = oneLine(text.replace(EMAIL, ' ').replace(/<\s*>|\(\s*\)/g, ' '));
  return /^\((.+)\)$/.exec(name ?? '')?.[1] ?? name;
}
