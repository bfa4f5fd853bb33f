/** Podlove Simple Chapters (podlove.org/simple-chapters): chapters inside the feed. */
import { MAX_CHAPTERS } from '../values/max-chapters.js';
import { readDuration } from '../values/duration.js';
import { lineAttribute, urlAttribute } from './tag-readers.js';
import { attribute, type FeedContext, type XmlElement } from '../xml/xml-element.js';

/** `start` is in seconds. */
function chapter(element: XmlElement, context: FeedContext) {
  const start = readDuration(attribute(element, 'start') ?? '');
  if (start === undefined) return undefined;
  return {
    start,
    title: lineAttribute(element, 'title') ?? '',
    link: urlAttribute(element, 'href', context),
    image: urlAttribute(element, 'image', context),
  };
}

export const podloveChapters = {
  'psc:chapters': ({ children }: XmlElement, context: FeedContext) =>
    children.flatMap((child) => chapter(child, context) ?? []).slice(0, MAX_CHAPTERS),
};

/** Child elements that are read. */
export const podloveContent = { 'psc:chapters': ['psc:chapter'] };
