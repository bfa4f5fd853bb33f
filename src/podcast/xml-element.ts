/** One element of a feed, as the tags of each dialect are read from it. */

export interface XmlElement {
  /** Usual prefix and name in lower case: `title`, `itunes:duration`. */
  readonly name: string;
  /** Names in lower case and their values, in turn: `['url', 'https://…', 'type', 'audio/mpeg']`. */
  readonly attributes: readonly string[];
  /** Its text and that of everything in it, entities decoded. */
  text: string;
  /** Its source between its tags, where there is unescaped markup in it. */
  markup: string | undefined;
  /** The elements in it that its dialect knows. */
  children: XmlElement[];
}

/** An attribute's value without white space around it; nothing where it is empty. */
export function attribute({ attributes }: XmlElement, name: string): string | undefined {
  for (let at = 0; at < attributes.length; at += 2) {
    if (attributes[at] === name) return attributes[at + 1]?.trim() || undefined;
  }
  return undefined;
}

/** A tag of a dialect, read: total, a value or nothing, whatever the element holds. */
export type Tag<Value> = (element: XmlElement, context: FeedContext) => Value | undefined;

/** What holds for the whole feed while its tags are read. */
export interface FeedContext {
  /** What relative addresses are relative to: the feed's own address. */
  readonly baseUrl?: string | undefined;
}
