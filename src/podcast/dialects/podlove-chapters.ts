/** Podlove Simple Chapters (podlove.org/simple-chapters): chapters within the feed. */
import { readDuration } from '../values/duration.js';
import { addressIn } from './tag-readers.js';
import { attribute, type FeedContext, type XmlElement } from '../xml/xml-element.js';

/** `start` is in seconds. */
function chapter(element: XmlElement, context: FeedContext) {
  const start = readDuration(attribute(element, 'start') ?? '');
  if (start === undefined) return undefined;
  return {
    start,
    title: attribute(element, 'title') ?? '',
    link: addressIn(element, 'href', context),
    image: addressIn(element, 'image', context),
  };
}

export const podloveChapters = {
  'psc:chapters': ({ children }: XmlElement, context: FeedContext) =>
    children.flatMap((child) => chapter(child, context) ?? []),
};

/** The elements in others that count. */
export const podloveContent = { 'psc:chapters': ['psc:chapter'] };
