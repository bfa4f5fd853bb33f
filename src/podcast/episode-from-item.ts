/** Builds an episode from an item: which tags give which field, and in what order of preference. */
import { readTagValues, type TagValues } from './dialects/dialects.js';
import { fnv1a } from './values/guid.js';
import { recordingOf } from './values/recording.js';
import { isSafeUrl } from './values/safe-url.js';
import { htmlToText, isHtml, oneLine } from './values/html-to-text.js';
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

/** The notes of a channel or episode. */
export function notesFrom(tags: TagValues, { sanitizeHtml }: NotesContext): Notes {
  const description = tags.description?.[0];
  const summary = tags['itunes:summary']?.[0];
  const full = tags['content:encoded']?.[0];
  const text = description ?? summary ?? full ?? tags['media:description']?.[0];
  const html = full ?? (text !== undefined && isHtml(text) ? text : undefined);
  const plain = optionalText(text);
  return {
    subtitle: optionalText(tags['itunes:subtitle']?.[0]),
    description: plain,
    descriptionWithHtml: html === undefined ? undefined : (sanitizeHtml?.(html) ?? html),
    // In most feeds both are the same: convert only once.
    summary: summary === text ? plain : optionalText(summary),
  };
}

const optionalText = (html: string | undefined): string | undefined =>
  html === undefined ? undefined : htmlToText(html);

/** The recordings of Media RSS. */
function mediaFrom(tags: TagValues): Enclosure[] {
  return [...(tags['media:content'] ?? []), ...(tags['media:group'] ?? []).flat()]
    .filter(({ kind }) => kind !== 'image')
    .map(({ url, type, length, title }) => ({ url, type, length, title }));
}

/** The episode's page: its link, else its GUID if that is a permalink. */
function linkFrom(tags: TagValues): string | undefined {
  const alternate = tags['atom:link']?.find(({ rel }) => rel === 'alternate')?.href;
  const guid = tags.guid?.[0];
  const permalink = guid?.isPermaLink && isSafeUrl(guid.id) ? guid.id : undefined;
  return tags.link?.[0] ?? alternate ?? permalink;
}

function imageFrom(tags: TagValues): string | undefined {
  return (
    tags['itunes:image']?.[0] ??
    tags['podcast:image']?.[0] ??
    tags['media:thumbnail']?.[0] ??
    tags['media:content']?.find(({ kind }) => kind === 'image')?.url
  );
}

function keywordsFrom(tags: TagValues): string[] {
  return unique([...(tags['itunes:keywords'] ?? []).flat(), ...(tags.category ?? [])]);
}

/** Builds an episode. Its GUID is as in the feed, which may repeat it. */
export function episodeFromItem(item: XmlElement, context: NotesContext): Episode {
  const tags = readTagValues(item, context);
  const notes = notesFrom(tags, context);
  const media = mediaFrom(tags);
  const enclosures = tags.enclosure ?? media;
  const recording = recordingOf(enclosures) ?? recordingOf(media);
  const title =
    tags.title?.[0] ??
    tags['itunes:title']?.[0] ??
    tags['media:title']?.[0] ??
    tags['dc:title']?.[0];
  const link = linkFrom(tags);
  const season = tags['podcast:season']?.[0];
  return {
    guid:
      tags.guid?.[0]?.id ??
      recording?.url ??
      enclosures[0]?.url ??
      fnv1a(`${link ?? ''}\n${title ?? ''}`),
    title: title ?? '',
    subtitle: notes.subtitle,
    description: notes.description,
    descriptionWithHtml: notes.descriptionWithHtml,
    summary: notes.summary,
    author: tags['itunes:author']?.[0] ?? tags.author?.[0] ?? tags['dc:creator']?.[0],
    url: recording?.url,
    link,
    image: imageFrom(tags),
    duration: tags['itunes:duration']?.[0] ?? tags['media:content']?.[0]?.duration,
    isExplicit: tags['itunes:explicit']?.[0] ?? false,
    publishDate:
      tags.pubdate?.[0] ??
      tags['dc:date']?.[0] ??
      tags['dcterms:issued']?.[0] ??
      tags['atom:published']?.[0],
    episodeType: tags['itunes:episodetype']?.[0],
    contentType: recording?.type,
    contentLength: recording?.length,
    season: tags['itunes:season']?.[0] ?? season?.number,
    seasonName: season?.name,
    episode: tags['itunes:episode']?.[0] ?? tags['podcast:episode']?.[0]?.number,
    episodeDisplay: tags['podcast:episode']?.[0]?.display,
    isLocked: false,
    isSample: false,
    permissions: [],
    tags: keywordsFrom(tags),
    enclosures,
    alternateEnclosures: tags['podcast:alternateenclosure'] ?? [],
    transcripts: tags['podcast:transcript'] ?? [],
    chaptersUrl: tags['podcast:chapters']?.[0],
    chapters: tags['psc:chapters']?.[0] ?? [],
    persons: tags['podcast:person'] ?? [],
    soundbites: tags['podcast:soundbite'] ?? [],
  };
}

/** The words, each as one line, without duplicates. */
export const unique = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => oneLine(word) ?? [])),
];
