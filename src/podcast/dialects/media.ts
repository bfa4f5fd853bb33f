/** Media RSS (rssboard.org/media-rss): recordings and pictures where a feed has no better tag for them. */
import { readDuration } from '../values/duration.js';
import { addressIn, line, notes, readNumber } from './tag-readers.js';
import { attribute, type FeedContext, type XmlElement } from '../xml/xml-element.js';

type Kind = 'audio' | 'video' | 'image';

/** What a `media:content` is, by its `medium`, else its `type`. */
function kindOf(element: XmlElement): Kind | undefined {
  const word = attribute(element, 'medium') ?? attribute(element, 'type')?.split('/')[0];
  return (['audio', 'video', 'image'] as const).find((kind) => kind === word?.toLowerCase());
}

/** `<media:content>`, the recording or picture itself. `length` in bytes, `duration` in seconds. */
function content(element: XmlElement, context: FeedContext) {
  const url = addressIn(element, 'url', context);
  const kind = kindOf(element);
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

/** `<media:group>`: the same in several forms. */
function group({ children }: XmlElement, context: FeedContext) {
  return children.flatMap((child) => content(child, context) ?? []);
}

export const media = {
  'media:content': content,
  'media:group': group,
  'media:thumbnail': (element: XmlElement, context: FeedContext) =>
    addressIn(element, 'url', context),
  'media:title': line,
  'media:description': notes,
};

/** The elements in others that count. */
export const mediaContent = { 'media:group': ['media:content'] };
