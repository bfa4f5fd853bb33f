/** One element of a feed, as the tags of each dialect are read from it. */
import { decodeEntities } from './entities.js';

export interface XmlElement {
  readonly kind: Kind;
  /** Names and values as they are written, in turn: `['url', 'https://…', 'type', 'audio/mpeg']`. */
  readonly attributes: readonly string[];
  /** Its text and that of everything in it, entities decoded. */
  text: string;
  /** Its source between its tags, where there is unescaped markup in it. */
  markup: string | undefined;
  /** The elements in it that its dialect knows. */
  readonly children: readonly XmlElement[];
}

/** What the dialects know of a name. */
export interface Kind {
  /** Usual prefix and name in lower case: `title`, `itunes:duration`. */
  readonly name: string;
  /** Reads it where it stands directly in a channel or an item; nothing for a name of no tag. */
  readonly read: Tag<unknown> | undefined;
  /** What counts in it: text, the tags of all dialects, or the elements of these names. */
  readonly holds: 'text' | 'tags' | readonly string[];
}

/** A tag of a dialect, read: total, a value or nothing, whatever the element holds. */
export type Tag<Value> = (element: XmlElement, context: FeedContext) => Value | undefined;

/** What holds for the whole feed while its tags are read. */
export interface FeedContext {
  /** What relative addresses are relative to: the feed's own address. */
  readonly baseUrl?: string | undefined;
}

/** An attribute's value without white space around it; nothing where it is empty. `name` is in lower case. */
export function attribute({ attributes }: XmlElement, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) {
    const written = attributes[at];
    if (written !== name && written?.toLowerCase() !== name) continue;
    return decodeEntities(attributes[at + 1] ?? '').trim() || undefined;
  }
  return undefined;
}

/** The first element of a name in another. */
export function childNamed({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find(({ kind }) => kind.name === name);
}
