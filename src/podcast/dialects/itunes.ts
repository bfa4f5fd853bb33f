/** Apple's tags for podcasts (podcasters.apple.com, "A Podcaster's Guide to RSS"). */
import { readAddress } from '../values/feed-link.js';
import { readDuration } from '../values/duration.js';
import { addressIn, line, link, notes, personName, readNumber, words, yes } from './tag-readers.js';
import { attribute, childNamed, type FeedContext, type XmlElement } from '../xml/xml-element.js';

const number = ({ text }: XmlElement): number | undefined => readNumber(text);

/** The address stands in `href`; some feeds have it in `url` or between the tags. */
function image(element: XmlElement, context: FeedContext): string | undefined {
  return (
    addressIn(element, 'href', context) ??
    addressIn(element, 'url', context) ??
    readAddress(element.text, context.baseUrl)
  );
}

/** A category and those within it. */
function category(element: XmlElement): string[] {
  const name = attribute(element, 'text');
  return [...(name === undefined ? [] : [name]), ...element.children.flatMap(category)];
}

/** The owner's name. The e-mail address beside it is never read. */
function owner(element: XmlElement): string | undefined {
  const name = childNamed(element, 'itunes:name');
  return name && personName(name);
}

function oneOf<Word extends string>(...allowed: Word[]) {
  return ({ text }: XmlElement): Word | undefined => {
    const word = text.trim().toLowerCase();
    return allowed.find((each) => each === word);
  };
}

export const itunes = {
  'itunes:title': line,
  'itunes:author': personName,
  'itunes:subtitle': notes,
  'itunes:summary': notes,
  'itunes:image': image,
  'itunes:explicit': yes,
  'itunes:duration': ({ text }: XmlElement) => readDuration(text),
  'itunes:season': number,
  'itunes:episode': number,
  'itunes:episodetype': oneOf('full', 'trailer', 'bonus'),
  'itunes:type': oneOf('episodic', 'serial'),
  'itunes:block': yes,
  'itunes:complete': yes,
  'itunes:category': category,
  'itunes:keywords': words,
  'itunes:owner': owner,
  /** Read so that it can be kept out: it may hold the member's secret. */
  'itunes:new-feed-url': link,
};

/** The elements in others that count. */
export const itunesContent = {
  'itunes:category': ['itunes:category'],
  'itunes:owner': ['itunes:name'],
};
