/** All dialects together: which elements of a feed count, and what they say. */
import { atom } from './atom.js';
import { content } from './content.js';
import { dublinCore } from './dublin-core.js';
import { itunes, itunesContent } from './itunes.js';
import { media, mediaContent } from './media.js';
import { podcastContent, podcastNamespace } from './podcast-namespace.js';
import { podloveChapters, podloveContent } from './podlove-chapters.js';
import { rss, rssContent } from './rss.js';
import type { FeedContext, Kind, Tag, XmlElement } from '../xml/xml-element.js';

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

const within: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...rssContent,
    ...itunesContent,
    ...podcastContent,
    ...mediaContent,
    ...podloveContent,
  }),
);

const structure: Kind[] = ['channel', 'item', 'podcast:liveitem'].map((name) => ({
  name,
  read: undefined,
  holds: 'tags',
}));

const tagKinds = Object.entries<Tag<unknown>>(tags).map(([name, read]): Kind => ({
  name,
  read,
  holds: within.get(name) ?? 'text',
}));

const kinds: ReadonlyMap<string, Kind> = new Map(
  [...structure, ...tagKinds].map((kind) => [kind.name, kind]),
);

/** What is known of a name, which has its usual prefix and is in lower case. */
export function kindOf(name: string): Kind {
  return kinds.get(name) ?? { name, read: undefined, holds: 'text' };
}

/** What the tags of a channel or an item say: of each, every value that could be read, in order. */
export type Said = { [Name in keyof Tags]?: NonNullable<ReturnType<Tags[Name]>>[] };

/** Reads the children of a channel or an item. */
export function hear({ children }: XmlElement, context: FeedContext): Said {
  const said: Partial<Record<string, unknown[]>> = {};
  for (const child of children) {
    const { name, read } = child.kind;
    const value = read?.(child, context);
    if (value === undefined) continue;
    const values = said[name];
    if (values === undefined) said[name] = [value];
    else values.push(value);
  }
  // Each list holds what the tag of its name returned: the table above and `Said` are one.
  return said;
}
