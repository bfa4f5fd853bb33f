/** The tags of Atom (RFC 4287) that stand in RSS feeds. */
import { addressIn, date } from './tag-readers.js';
import { attribute, type FeedContext, type XmlElement } from '../xml/xml-element.js';

/** `<atom:link>`: `alternate` is the web page, `self` the feed's own address, a secret here. */
function link(element: XmlElement, context: FeedContext) {
  const href = addressIn(element, 'href', context);
  if (href === undefined) return undefined;
  return { href, rel: attribute(element, 'rel')?.toLowerCase() ?? 'alternate' };
}

export const atom = {
  'atom:link': link,
  'atom:published': date,
};
