/** The table of all dialects: which elements of a feed are read, and how. */
import { atom } from './atom.js';
import { content } from './content.js';
import { dublinCore } from './dublin-core.js';
import { itunes, itunesContent } from './itunes.js';
import { media, mediaContent } from './media.js';
import { podcastContent, podcastNamespace } from './podcast-namespace.js';
import { podloveChapters, podloveContent } from './podlove-chapters.js';
import { rss, rssContent } from './rss.js';
import type { ElementKind, FeedContext, TagReader, XmlElement } from '../xml/xml-element.js';

const tags = {
  ...rss,
  ...itunes,
  ...podcastNamespace,
  ...media,
  ...content,
  ...dublinCore,
  ...atom,
  ...podloveChapters,
};

type Tags = typeof tags;

/** The child elements that are read, by tag. */
const childNames: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...rssContent,
    ...itunesContent,
    ...podcastContent,
    ...mediaContent,
    ...podloveContent,
  }),
);

const containerKinds = ['channel', 'item', 'podcast:liveitem'].map((name): ElementKind => ({
  name,
  read: undefined,
  holds: 'tags',
}));

const tagKinds = Object.entries<TagReader<unknown>>(tags).map(([name, read]): ElementKind => ({
  name,
  read,
  holds: childNames.get(name) ?? 'text',
}));

const kinds: ReadonlyMap<string, ElementKind> = new Map(
  [...containerKinds, ...tagKinds].map((kind) => [kind.name, kind]),
);

/** Looks up an element name, given in lower case and with its usual prefix. */
export function elementKindOf(name: string): ElementKind {
  return kinds.get(name) ?? { name, read: undefined, holds: 'text' };
}

/** The values of the tags in a channel or item: for each tag, all readable ones in feed order. */
export type TagValues = { [Name in keyof Tags]?: NonNullable<ReturnType<Tags[Name]>>[] };

/** Reads the tags in a channel or item. */
export function readTagValues({ children }: XmlElement, context: FeedContext): TagValues {
  const found: Partial<Record<string, unknown[]>> = {};
  for (const child of children) {
    const { name, read } = child.kind;
    const value = read?.(child, context);
    if (value === undefined) continue;
    const values = found[name];
    if (values === undefined) found[name] = [value];
    else values.push(value);
  }
  // Type-safe: each list holds what the reader of that name returned, as `TagValues` says.
  return found;
}
