/** Atom tags (RFC 4287) used in RSS feeds. */
import { absoluteUrl } from '../values/written-url.js';
import { date, urlAttribute } from './tag-readers.js';
import { attribute, baseOf, type FeedContext, type XmlElement } from '../xml/xml-element.js';

/**
 * `<atom:link>`: `alternate` is the web page. Any other relation may be the feed's own URL, a
 * secret: it is read whatever its scheme, only to be removed from the result.
 */
function link(element: XmlElement, context: FeedContext) {
  const rel = attribute(element, 'rel')?.toLowerCase() ?? 'alternate';
  const href =
    rel === 'alternate'
      ? urlAttribute(element, 'href', context)
      : absoluteUrl(attribute(element, 'href') ?? '', baseOf(element, context));
  return href === undefined ? undefined : { href, rel };
}

export const atom = {
  'atom:link': link,
  'atom:published': date,
};
