/** The podcast namespace, "Podcasting 2.0" (podcastindex.org/namespace/1.0). */
import { isOnOwnMachine } from '../../urls/own-machine.js';
import { isSafeToFetch } from '../values/safe-url.js';
import { flag, identifier, line, lineAttribute, readNumber, urlAttribute } from './tag-readers.js';
import { attribute, type FeedContext, type XmlElement } from '../xml/xml-element.js';

/**
 * The URL of a file that goes with an episode. A feed from elsewhere leads to nothing on the machine that
 * reads it: it would make a member's browser ask their own ports.
 */
function fileUrl(element: XmlElement, context: FeedContext): string | undefined {
  const url = urlAttribute(element, 'url', context);
  const { baseUrl } = context;
  const isForeign = baseUrl !== undefined && !isOnOwnMachine(baseUrl);
  return url !== undefined && isForeign && isOnOwnMachine(url) ? undefined : url;
}

function transcript(element: XmlElement, context: FeedContext) {
  const url = fileUrl(element, context);
  if (url === undefined) return undefined;
  return {
    url,
    type: attribute(element, 'type'),
    language: attribute(element, 'language'),
    rel: attribute(element, 'rel'),
  };
}

/** The URL of a JSON chapters file: https, or http on loopback. */
function chapters(element: XmlElement, context: FeedContext): string | undefined {
  const url = fileUrl(element, context);
  return url !== undefined && isSafeToFetch(url) ? url : undefined;
}

function person(element: XmlElement, context: FeedContext) {
  const name = line(element);
  if (name === undefined) return undefined;
  return {
    name,
    role: attribute(element, 'role')?.toLowerCase() ?? 'host',
    group: attribute(element, 'group')?.toLowerCase() ?? 'cast',
    image: urlAttribute(element, 'img', context),
    link: urlAttribute(element, 'href', context),
  };
}

function funding(element: XmlElement, context: FeedContext) {
  const url = urlAttribute(element, 'url', context);
  return url === undefined ? undefined : { url, text: line(element) };
}

function season(element: XmlElement) {
  const number = readNumber(element.text);
  return number === undefined ? undefined : { number, name: lineAttribute(element, 'name') };
}

function episode(element: XmlElement) {
  const number = readNumber(element.text);
  return number === undefined ? undefined : { number, display: lineAttribute(element, 'display') };
}

/** A short excerpt; `start` and `duration` are in seconds. */
function soundbite(element: XmlElement) {
  const start = readNumber(attribute(element, 'starttime'));
  const duration = readNumber(attribute(element, 'duration'));
  if (start === undefined || duration === undefined) return undefined;
  return { start, duration, title: line(element) };
}

/** The same recording in another format, at one or more URLs. `bitrate` is in bits per second. */
function alternateEnclosure(element: XmlElement, context: FeedContext) {
  const sources = element.children.flatMap((source) => {
    const url = urlAttribute(source, 'uri', context);
    return url === undefined ? [] : [{ url, type: attribute(source, 'contenttype') }];
  });
  const [first] = sources;
  if (first === undefined) return undefined;
  return {
    url: first.url,
    type: attribute(element, 'type'),
    length: readNumber(attribute(element, 'length')),
    bitrate: readNumber(attribute(element, 'bitrate')),
    height: readNumber(attribute(element, 'height')),
    title: lineAttribute(element, 'title'),
    language: attribute(element, 'lang'),
    isDefault: attribute(element, 'default')?.toLowerCase() === 'true',
    sources,
  };
}

/** The cover. Pictures for other purposes, such as `social` or `banner`, are ignored. */
function image(element: XmlElement, context: FeedContext): string | undefined {
  const purpose = attribute(element, 'purpose') ?? 'artwork';
  return purpose.split(/\s+/).includes('artwork')
    ? urlAttribute(element, 'href', context)
    : undefined;
}

export const podcastNamespace = {
  'podcast:transcript': transcript,
  'podcast:chapters': chapters,
  'podcast:person': person,
  'podcast:funding': funding,
  'podcast:guid': identifier,
  'podcast:medium': line,
  'podcast:locked': flag,
  'podcast:season': season,
  'podcast:episode': episode,
  'podcast:soundbite': soundbite,
  'podcast:alternateenclosure': alternateEnclosure,
  'podcast:image': image,
};

/** Child elements that are read. */
export const podcastContent = { 'podcast:alternateenclosure': ['podcast:source'] };
