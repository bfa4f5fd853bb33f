/** Apple's podcast tags (podcasters.apple.com, "A Podcaster's Guide to RSS"). */
import { readDuration } from '../values/duration.js';
import { absoluteUrl, resolveUrl } from '../values/written-url.js';
import {
  commaSeparated,
  flag,
  line,
  lineAttribute,
  notes,
  personName,
  readNumber,
  urlAttribute,
} from './tag-readers.js';
import { baseOf, childNamed, type FeedContext, type XmlElement } from '../xml/xml-element.js';

const number = ({ text }: XmlElement): number | undefined => readNumber(text);

/** The URL belongs in `href`; some feeds have it in `url` or in the element's text. */
function image(element: XmlElement, context: FeedContext): string | undefined {
  return (
    urlAttribute(element, 'href', context) ??
    urlAttribute(element, 'url', context) ??
    resolveUrl(element.text, baseOf(element, context))
  );
}

/** A category and its subcategories. */
function category(element: XmlElement): string[] {
  const name = lineAttribute(element, 'text');
  return [...(name === undefined ? [] : [name]), ...element.children.flatMap(category)];
}

/** The owner's name. The owner's e-mail address is never read. */
function owner(element: XmlElement): string | undefined {
  const name = childNamed(element, 'itunes:name');
  return name && personName(name);
}

const newFeedUrl = (element: XmlElement, context: FeedContext): string | undefined =>
  absoluteUrl(element.text, baseOf(element, context));

function oneOf<Word extends string>(...allowed: Word[]) {
  return ({ text }: XmlElement): Word | undefined => {
    const written = text.trim().toLowerCase();
    return allowed.find((word) => word === written);
  };
}

export const itunes = {
  'itunes:title': line,
  'itunes:author': personName,
  'itunes:subtitle': notes,
  'itunes:summary': notes,
  'itunes:image': image,
  'itunes:explicit': flag,
  'itunes:duration': ({ text }: XmlElement) => readDuration(text),
  'itunes:season': number,
  'itunes:episode': number,
  'itunes:episodetype': oneOf('full', 'trailer', 'bonus'),
  'itunes:type': oneOf('episodic', 'serial'),
  'itunes:block': flag,
  'itunes:complete': flag,
  'itunes:category': category,
  'itunes:keywords': commaSeparated,
  'itunes:owner': owner,
  /** Read only to be removed from the result: it may contain the member's secret. */
  'itunes:new-feed-url': newFeedUrl,
};

/** Child elements that are read. */
export const itunesContent = {
  'itunes:category': ['itunes:category'],
  'itunes:owner': ['itunes:name'],
};
