/** RSS 2.0 itself, and the versions before it: the tags without a prefix. */
import { readAddress } from '../values/feed-link.js';
import { addressIn, date, line, link, notes, personName, readNumber } from './tag-readers.js';
import { attribute, childNamed, type FeedContext, type XmlElement } from '../xml/xml-element.js';

/** `<enclosure url length type>`: the recording. `length` is in bytes. */
function enclosure(element: XmlElement, context: FeedContext) {
  const url = addressIn(element, 'url', context);
  if (url === undefined) return undefined;
  return {
    url,
    type: attribute(element, 'type'),
    length: readNumber(attribute(element, 'length')),
    title: undefined,
  };
}

/** `<guid isPermaLink>`: an address of the episode's page unless it says that it is none. */
function guid(element: XmlElement) {
  const id = line(element);
  if (id === undefined) return undefined;
  return { id, isPermaLink: attribute(element, 'ispermalink')?.toLowerCase() !== 'false' };
}

/** `<image><url>`; its title and link are not the channel's. */
function image(element: XmlElement, { baseUrl }: FeedContext): string | undefined {
  const url = childNamed(element, 'url');
  return url && readAddress(url.text, baseUrl);
}

export const rss = {
  title: line,
  link,
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

/** The elements in others that count. */
export const rssContent = { image: ['url'] };
