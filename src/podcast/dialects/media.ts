/** Media RSS (rssboard.org/media-rss), read for recordings and pictures that no better tag gives. */
import { readDuration } from '../values/duration.js';
import { urlAttribute, line, notes, readNumber } from './tag-readers.js';
import { attribute, type FeedContext, type XmlElement } from '../xml/xml-element.js';

type MediaKind = 'audio' | 'video' | 'image';

/** The kind of a `media:content`: by its `medium`, else by its `type`. */
function mediaKindOf(element: XmlElement): MediaKind | undefined {
  const word = attribute(element, 'medium') ?? attribute(element, 'type')?.split('/')[0];
  return (['audio', 'video', 'image'] as const).find((kind) => kind === word?.toLowerCase());
}

/** `<media:content>`, a recording or picture. `length` is in bytes, `duration` in seconds. */
function content(element: XmlElement, context: FeedContext) {
  const url = urlAttribute(element, 'url', context);
  const kind = mediaKindOf(element);
  if (url === undefined || kind === undefined) return undefined;
  return {
    kind,
    url,
    type: attribute(element, 'type'),
    length: readNumber(attribute(element, 'filesize')),
    duration: readDuration(attribute(element, 'duration') ?? ''),
    title: undefined,
  };
}

/** `<media:group>`: the same content in several formats. */
function group({ children }: XmlElement, context: FeedContext) {
  return children.flatMap((child) => content(child, context) ?? []);
}

export const media = {
  'media:content': content,
  'media:group': group,
  'media:thumbnail': (element: XmlElement, context: FeedContext) =>
    urlAttribute(element, 'url', context),
  'media:title': line,
  'media:description': notes,
};

/** Child elements that are read. */
export const mediaContent = { 'media:group': ['media:content'] };
