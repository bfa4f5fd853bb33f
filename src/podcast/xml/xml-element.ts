/** One element of a feed, in the form that the tag readers of each dialect take. */
import { decodeEntities } from './entities.js';

export interface XmlElement {
  readonly kind: ElementKind;
  /** Names and values as written, in turn: `['url', 'https://…', 'type', 'audio/mpeg']`. */
  readonly attributes: readonly string[];
  /** The base of its relative URLs, if `xml:base` gives one (XML Base §4). */
  readonly base: string | undefined;
  /** The text of the element and of everything in it, with entities decoded. */
  text: string;
  /** The source between its tags if that contains unescaped markup. */
  markup: string | undefined;
  /** The child elements that its dialect knows. */
  readonly children: readonly XmlElement[];
}

/** The meaning of all elements of one name, as its dialect defines it. */
export interface ElementKind {
  /** Usual prefix and local name in lower case: `title`, `itunes:duration`. */
  readonly name: string;
  /** Reads the element as a direct child of a channel or item; undefined for an unknown name. */
  readonly read: TagReader<unknown> | undefined;
  /** Which content is read: text, the tags of all dialects, or child elements of these names. */
  readonly holds: 'text' | 'tags' | readonly string[];
}

/** Reads one tag. Never throws: returns undefined if the element has no usable value. */
export type TagReader<Value> = (element: XmlElement, context: FeedContext) => Value | undefined;

/** Facts about the feed that its tags' readers use. */
export interface FeedContext {
  /** The feed's own URL: base of relative URLs. */
  readonly baseUrl?: string | undefined;
}

/**
 * An attribute's value, trimmed; undefined if it is missing or blank.
 * @param name in lower case; the attribute's own case does not matter
 */
export function attribute(
  { attributes }: Pick<XmlElement, 'attributes'>,
  name: string,
): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) {
    const written = attributes[at];
    if (written !== name && written?.toLowerCase() !== name) continue;
    return decodeEntities(attributes[at + 1] ?? '').trim() || undefined;
  }
  return undefined;
}

/** The base against which relative URLs of an element resolve. */
export const baseOf = ({ base }: XmlElement, { baseUrl }: FeedContext): string | undefined =>
  base ?? baseUrl;

/** The first child element of that name. */
export function childNamed({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find(({ kind }) => kind.name === name);
}
