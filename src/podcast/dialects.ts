/** All dialects together: which elements of a feed count, and what they say. */
import { atom } from './atom.js';
import { content } from './content.js';
import { dublinCore } from './dublin-core.js';
import { itunes, itunesContent } from './itunes.js';
import { media, mediaContent } from './media.js';
import { podcastContent, podcastNamespace } from './podcast-namespace.js';
import { podloveChapters, podloveContent } from './podlove-chapters.js';
import { rss, rssContent } from './rss.js';
import type { FeedContext, Tag, XmlElement } from './xml-element.js';

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

const byName: ReadonlyMap<string, Tag<unknown>> = new Map(Object.entries(tags));

const within: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...rssContent,
    ...itunesContent,
    ...podcastContent,
    ...mediaContent,
    ...podloveContent,
  }),
);

/** What the tags of a channel or an item say: of each, every value that could be read, in order. */
export type Said = { [Name in keyof Tags]?: NonNullable<ReturnType<Tags[Name]>>[] };

/** True for an element that stands directly in a channel or an item and is read. */
export const isTag = (name: string): boolean => byName.has(name);

/** The names that count within an element; nothing for one that holds text alone. */
export const contentOf = (name: string): readonly string[] | undefined => within.get(name);

/** Reads the children of a channel or an item. */
export function hear({ children }: XmlElement, context: FeedContext): Said {
  const said: Partial<Record<string, unknown[]>> = {};
  for (const child of children) {
    const value = byName.get(child.name)?.(child, context);
    if (value === undefined) continue;
    const values = said[child.name];
    if (values === undefined) said[child.name] = [value];
    else values.push(value);
  }
  // Each list holds what the tag of its name returned: the table above and `Said` are one.
  return said;
}
