/** An item of a feed to an episode: which tag speaks for which field, and which one speaks first. */
import { hear, type Said } from './dialects/dialects.js';
import { hashOf } from './values/guid.js';
import { isHtml, oneLine, plainText } from './values/plain-text.js';
import type { Enclosure, Episode } from './schema.js';
import type { FeedContext, XmlElement } from './xml/xml-element.js';

export interface NotesContext extends FeedContext {
  /** Makes the feed's HTML safe to show. */
  readonly sanitizeHtml?: ((html: string) => string) | undefined;
}

interface Notes {
  subtitle: string | undefined;
  description: string | undefined;
  descriptionWithHtml: string | undefined;
  summary: string | undefined;
}

/** The fields of notes that channel and episode have alike. */
export function readNotes(said: Said, { sanitizeHtml }: NotesContext): Notes {
  const description = said.description?.[0];
  const summary = said['itunes:summary']?.[0];
  const full = said['content:encoded']?.[0];
  const text = description ?? summary ?? full ?? said['media:description']?.[0];
  const html = full ?? (text !== undefined && isHtml(text) ? text : undefined);
  const plain = text === undefined ? undefined : plainText(text);
  return {
    subtitle: shown(said['itunes:subtitle']?.[0]),
    description: plain,
    descriptionWithHtml: html === undefined ? undefined : (sanitizeHtml?.(html) ?? html),
    // Most feeds say the same in both: it is made plain once.
    summary: summary === text ? plain : shown(summary),
  };
}

const shown = (html: string | undefined) => (html === undefined ? undefined : plainText(html));

/** The enclosures, or what Media RSS has in their place. */
function readEnclosures(said: Said): Enclosure[] {
  if (said.enclosure) return said.enclosure;
  return [...(said['media:content'] ?? []), ...(said['media:group'] ?? []).flat()]
    .filter(({ kind }) => kind !== 'image')
    .map(({ url, type, length, title }) => ({ url, type, length, title }));
}

/** The recording among the enclosures: not a picture or a document where there is another. */
function recordingOf(enclosures: readonly Enclosure[]): Enclosure | undefined {
  const [first] = enclosures;
  if (enclosures.length < 2) return first;
  return enclosures.find(({ type }) => !/^(?:image|text)\/|pdf|epub/i.test(type ?? '')) ?? first;
}

/** The episode's page: its link, or its GUID where that says it is one. */
function readLink(said: Said): string | undefined {
  const alternate = said['atom:link']?.find(({ rel }) => rel === 'alternate')?.href;
  const guid = said.guid?.[0];
  const permalink = guid?.isPermaLink && /^https?:\/\//i.test(guid.id) ? guid.id : undefined;
  return said.link?.[0] ?? alternate ?? permalink;
}

function readImage(said: Said): string | undefined {
  return (
    said['itunes:image']?.[0] ??
    said['podcast:image']?.[0] ??
    said['media:thumbnail']?.[0] ??
    said['media:content']?.find(({ kind }) => kind === 'image')?.url
  );
}

function readTags(said: Said): string[] {
  const { category = [], 'itunes:keywords': keywords = [] } = said;
  return category.length + keywords.length === 0 ? [] : unique([...keywords.flat(), ...category]);
}

/** Reads an item. Its `guid` may be one that another episode has. */
export function readEpisode(item: XmlElement, context: NotesContext): Episode {
  const said = hear(item, context);
  const notes = readNotes(said, context);
  const enclosures = readEnclosures(said);
  const recording = recordingOf(enclosures);
  const title =
    said.title?.[0] ??
    said['itunes:title']?.[0] ??
    said['media:title']?.[0] ??
    said['dc:title']?.[0];
  const link = readLink(said);
  const season = said['podcast:season']?.[0];
  return {
    guid: said.guid?.[0]?.id ?? recording?.url ?? hashOf(`${link ?? ''}\n${title ?? ''}`),
    title: title ?? '',
    subtitle: notes.subtitle,
    description: notes.description,
    descriptionWithHtml: notes.descriptionWithHtml,
    summary: notes.summary,
    author: said['itunes:author']?.[0] ?? said.author?.[0] ?? said['dc:creator']?.[0],
    url: recording?.url,
    link,
    image: readImage(said),
    duration: said['itunes:duration']?.[0] ?? said['media:content']?.[0]?.duration,
    isExplicit: said['itunes:explicit']?.[0] ?? false,
    publishDate:
      said.pubdate?.[0] ??
      said['dc:date']?.[0] ??
      said['dcterms:issued']?.[0] ??
      said['atom:published']?.[0],
    episodeType: said['itunes:episodetype']?.[0],
    contentType: recording?.type,
    contentLength: recording?.length,
    season: said['itunes:season']?.[0] ?? season?.number,
    seasonName: season?.name,
    episode: said['itunes:episode']?.[0] ?? said['podcast:episode']?.[0]?.number,
    episodeDisplay: said['podcast:episode']?.[0]?.display,
    isLocked: false,
    isSample: false,
    permissions: [],
    tags: readTags(said),
    enclosures,
    alternateEnclosures: said['podcast:alternateenclosure'] ?? [],
    transcripts: said['podcast:transcript'] ?? [],
    chaptersUrl: said['podcast:chapters']?.[0],
    chapters: said['psc:chapters']?.[0] ?? [],
    persons: said['podcast:person'] ?? [],
    soundbites: said['podcast:soundbite'] ?? [],
  };
}

/** A list without what it holds twice. */
export const unique = (words: readonly string[]): string[] =>
  words.length < 2 ? [...words] : [...new Set(words.flatMap((word) => oneLine(word) ?? []))];
