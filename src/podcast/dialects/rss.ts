/** RSS 2.0 (rssboard.org/rss-specification) and earlier versions: the tags without a prefix. */
import { resolveUrl } from '../values/written-url.js';
import {
  date,
  identifier,
  line,
  notes,
  personName,
  readNumber,
  url,
  urlAttribute,
} from './tag-readers.js';
import {
  attribute,
  baseOf,
  childNamed,
  type FeedContext,
  type XmlElement,
} from '../xml/xml-element.js';

/** `<enclosure url length type>`: the recording. `length` is in bytes. */
function enclosure(element: XmlElement, context: FeedContext) {
  const href = urlAttribute(element, 'url', context);
  if (href === undefined) return undefined;
  return {
    url: href,
    type: attribute(element, 'type'),
    length: readNumber(attribute(element, 'length')),
    title: undefined,
  };
}

/** `<guid isPermaLink>`: the URL of the episode's page, unless the attribute is `false`. */
function guid(element: XmlElement) {
  const id = identifier(element);
  if (id === undefined) return undefined;
  return { id, isPermaLink: attribute(element, 'ispermalink')?.toLowerCase() !== 'false' };
}

/** `<image><url>`. The image's title and link are not the channel's. */
function image(element: XmlElement, context: FeedContext): string | undefined {
  const child = childNamed(element, 'url');
  return child && resolveUrl(child.text, baseOf(child, context));
}

export const rss = {
  title: line,
  link: url,
  description: notes,
  language: line,
  copyright: line,
  pubdate: date,
  lastbuilddate: date,
  author: personName,
  managingeditor: personName,
  category: line,
  image,
  enclosure,
  guid,
};

/** Child elements that are read. */
export const rssContent = { image: ['url'] };
