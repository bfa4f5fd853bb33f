/**
 * What the element shows of a podcast, read out of a parser's answer by hand: a schema library
 * would weigh as much as the whole episode list. It forgives what `schema.ts` forgives; one
 * set of cases holds the two together.
 */
import { isSafeAddress } from './values/feed-link.js';
import { readCount } from './values/count.js';
import type { Chapter, Episode, Podcast, Transcript } from './schema.js';

export type ShownTranscript = Pick<Transcript, 'url' | 'type' | 'language'>;
export type ShownChapter = Pick<Chapter, 'start' | 'title'>;

export type ShownEpisode = Pick<
  Episode,
  | 'guid'
  | 'title'
  | 'description'
  | 'descriptionWithHtml'
  | 'url'
  | 'duration'
  | 'isExplicit'
  | 'publishDate'
  | 'episodeType'
  | 'season'
  | 'chaptersUrl'
> & { transcripts: ShownTranscript[]; chapters: ShownChapter[] };

export type ShownPodcast = Pick<
  Podcast,
  'title' | 'author' | 'image' | 'language' | 'podcastType' | 'externalIds'
> & { episodes: ShownEpisode[] };

type Fields = Record<string, unknown>;

/** The fields of an unknown value; none where it is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function address(value: unknown): string | undefined {
  return typeof value === 'string' && isSafeAddress(value) ? value : undefined;
}

/** The elements of an unknown value that fit; none where it is no list. */
export function list<T>(value: unknown, read: (fields: Fields) => T | undefined): T[] {
  return (Array.isArray(value) ? value : []).flatMap((element) => read(fieldsOf(element)) ?? []);
}

function readTranscript(fields: Fields): ShownTranscript | undefined {
  const url = address(fields.url);
  return url ? { url, type: text(fields.type), language: text(fields.language) } : undefined;
}

function readChapter(fields: Fields): ShownChapter | undefined {
  const start = readCount(fields.start);
  return start === undefined ? undefined : { start, title: text(fields.title) ?? '' };
}

function readEpisode(fields: Fields): ShownEpisode | undefined {
  const url = address(fields.url);
  const guid = text(fields.guid) || url || address(fields.link);
  if (!guid) return undefined;
  return {
    guid,
    title: text(fields.title) ?? '',
    description: text(fields.description),
    descriptionWithHtml: text(fields.descriptionWithHtml),
    url,
    duration: readCount(fields.duration),
    isExplicit: fields.isExplicit === true,
    publishDate: text(fields.publishDate),
    episodeType: text(fields.episodeType),
    season: readCount(fields.season),
    chaptersUrl: address(fields.chaptersUrl),
    transcripts: list(fields.transcripts, readTranscript),
    chapters: list(fields.chapters, readChapter),
  };
}

/** Reads a parser's answer; undefined where it has neither title nor episodes, and so is no podcast. */
export function readShownPodcast(body: unknown): ShownPodcast | undefined {
  const fields = fieldsOf(body);
  const title = text(fields.title);
  if (title === undefined && !Array.isArray(fields.episodes)) return undefined;
  const spotifyId = text(fieldsOf(fields.externalIds).spotifyId);
  return {
    title: title ?? '',
    author: text(fields.author),
    image: address(fields.image),
    language: text(fields.language),
    podcastType: fields.podcastType === 'SERIAL' ? 'SERIAL' : 'EPISODIC',
    externalIds: spotifyId === undefined ? {} : { spotifyId },
    episodes: list(fields.episodes, readEpisode),
  };
}
