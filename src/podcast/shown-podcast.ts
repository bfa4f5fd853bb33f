/**
 * Reads the part of a podcast that the element shows from a parser's response. Written by hand,
 * as a schema library would weigh as much as the whole episode list. It accepts exactly what
 * `schema.ts` accepts; shared test cases prove it.
 */
import { isSafeToFetch, isSafeUrl } from './values/safe-url.js';
import { readCount } from './values/count.js';
import { MAX_CHAPTERS } from './values/max-chapters.js';
import type { Chapter, Episode, Podcast, Transcript } from './schema.js';

export type ShownTranscript = Pick<Transcript, 'url' | 'type' | 'language'>;
export type ShownChapter = Pick<Chapter, 'start' | 'title' | 'image'>;

export type ShownEpisode = Pick<
  Episode,
  | 'guid'
  | 'title'
  | 'description'
  | 'descriptionWithHtml'
  | 'url'
  | 'contentType'
  | 'duration'
  | 'isExplicit'
  | 'publishDate'
  | 'episodeType'
  | 'season'
  | 'seasonName'
  | 'image'
  | 'chaptersUrl'
> & { transcripts: ShownTranscript[]; chapters: ShownChapter[] };

export type ShownPodcast = Pick<
  Podcast,
  'title' | 'description' | 'author' | 'image' | 'language' | 'podcastType' | 'externalIds'
> & { episodes: ShownEpisode[] };

type Fields = Record<string, unknown>;

/** The properties of a value; empty if it is not an object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The URL, if it may be linked, played or shown. */
export function safeUrl(value: unknown): string | undefined {
  return typeof value === 'string' && isSafeUrl(value) ? value : undefined;
}

function fetchedUrl(value: unknown): string | undefined {
  return typeof value === 'string' && isSafeToFetch(value) ? value : undefined;
}

/** The elements that `read` accepts; empty if the value is not a list. */
export function list<T>(value: unknown, read: (fields: Fields) => T | undefined): T[] {
  return (Array.isArray(value) ? value : []).flatMap((element) => read(fieldsOf(element)) ?? []);
}

function readShownTranscript(fields: Fields): ShownTranscript | undefined {
  const url = safeUrl(fields.url);
  return url ? { url, type: text(fields.type), language: text(fields.language) } : undefined;
}

function readShownChapter(fields: Fields): ShownChapter | undefined {
  const start = readCount(fields.start);
  if (start === undefined) return undefined;
  return { start, title: text(fields.title) ?? '', image: safeUrl(fields.image) };
}

function readShownEpisode(fields: Fields): ShownEpisode | undefined {
  const url = safeUrl(fields.url);
  const guid = text(fields.guid) || url || safeUrl(fields.link);
  if (!guid) return undefined;
  return {
    guid,
    title: text(fields.title) ?? '',
    description: text(fields.description),
    descriptionWithHtml: text(fields.descriptionWithHtml),
    url,
    contentType: text(fields.contentType),
    duration: readCount(fields.duration),
    isExplicit: fields.isExplicit === true,
    publishDate: text(fields.publishDate),
    episodeType: text(fields.episodeType),
    season: readCount(fields.season),
    seasonName: text(fields.seasonName),
    image: safeUrl(fields.image),
    chaptersUrl: fetchedUrl(fields.chaptersUrl),
    transcripts: list(fields.transcripts, readShownTranscript),
    chapters: list(fields.chapters, readShownChapter).slice(0, MAX_CHAPTERS),
  };
}

/** Reads the episodes of a parser's response, or some of them. */
export const readShownEpisodes = (episodes: unknown): ShownEpisode[] =>
  list(episodes, readShownEpisode);

/** Reads a parser's response. Returns undefined if it has neither a title nor a list of episodes. */
export function readShownPodcast(body: unknown): ShownPodcast | undefined {
  const fields = fieldsOf(body);
  const title = text(fields.title);
  if (title === undefined && !Array.isArray(fields.episodes)) return undefined;
  const spotifyId = text(fieldsOf(fields.externalIds).spotifyId);
  return {
    title: title ?? '',
    description: text(fields.description),
    author: text(fields.author),
    image: safeUrl(fields.image),
    language: text(fields.language),
    podcastType: fields.podcastType === 'SERIAL' ? 'SERIAL' : 'EPISODIC',
    externalIds: spotifyId === undefined ? {} : { spotifyId },
    episodes: readShownEpisodes(fields.episodes),
  };
}
