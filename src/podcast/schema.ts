/**
 * What a podcast is: the one schema that the service writes by and the element reads by.
 * The names are those of the feed service's own parser, so that one element reads both.
 * A bad field costs that field, a bad episode itself, never the podcast.
 */
import * as z from 'zod/mini';

/** A field that is left out where it is absent, null or not of its type. */
function lenient<T extends z.core.$ZodType>(type: T) {
  return z.catch(z.optional(type), undefined as never);
}

/** A list without the elements that do not fit; anything but a list is an empty one. */
function lenientList<T extends z.core.$ZodType>(element: T) {
  return z.pipe(
    z.catch(z.array(z.unknown()), []),
    z.transform((values) =>
      values.flatMap((value) => {
        const read = z.safeParse(element, value);
        return read.success ? [read.data] : [];
      }),
    ),
  );
}

const text = lenient(z.string());
const count = lenient(z.number().check(z.nonnegative()));
const flag = z.catch(z.boolean(), false);

export const enclosureSchema = z.object({
  url: z.string(),
  type: text,
  /** Bytes. */
  length: count,
  title: text,
});

export const transcriptSchema = z.object({
  url: z.string(),
  type: text,
  language: text,
  rel: text,
});

export const chapterSchema = z.object({
  /** Seconds from the start of the episode. */
  start: z.number(),
  title: z.string(),
  link: text,
  image: text,
});

export const personSchema = z.object({
  name: z.string(),
  role: text,
  group: text,
  image: text,
  link: text,
});

export const fundingSchema = z.object({ url: z.string(), text });

export const episodeSchema = z.object({
  /** The `guid`, else the enclosure URL, else a hash; unique in its podcast. */
  guid: z.string(),
  title: z.catch(z.string(), ''),
  subtitle: text,
  description: text,
  /** HTML as the feed has it. It is data: sanitise it where it is shown. */
  descriptionWithHtml: text,
  summary: text,
  author: text,
  /** The first playable enclosure's URL. */
  url: text,
  link: text,
  image: text,
  /** Seconds. */
  duration: count,
  isExplicit: flag,
  /** ISO 8601, UTC. */
  publishDate: text,
  /** `full`, `trailer`, `bonus` or whatever comes. */
  episodeType: text,
  contentType: text,
  /** Bytes. */
  contentLength: count,
  season: count,
  seasonName: text,
  episode: count,
  isLocked: flag,
  isSample: flag,
  enclosures: lenientList(enclosureSchema),
  transcripts: lenientList(transcriptSchema),
  /** Address of a JSON chapters file (podcast namespace). */
  chaptersUrl: text,
  chapters: lenientList(chapterSchema),
  persons: lenientList(personSchema),
});

export const podcastSchema = z.object({
  title: z.catch(z.string(), ''),
  subtitle: text,
  link: text,
  description: text,
  descriptionWithHtml: text,
  summary: text,
  image: text,
  author: text,
  owner: lenient(z.object({ name: text })),
  publishDate: text,
  language: text,
  copyright: text,
  isHidden: flag,
  isExplicit: flag,
  isComplete: flag,
  podcastType: z.catch(z.enum(['EPISODIC', 'SERIAL']), 'EPISODIC'),
  totalSeasons: count,
  totalEpisodes: count,
  categories: lenientList(z.string()),
  externalIds: z.catch(z.record(z.string(), z.string()), {}),
  podcastGuid: text,
  medium: text,
  isLocked: flag,
  funding: lenientList(fundingSchema),
  persons: lenientList(personSchema),
  episodes: lenientList(episodeSchema),
  /** Live items as such: announced, running or ended, never counted as episodes. */
  liveItems: lenientList(
    z.object({ ...episodeSchema.shape, status: text, start: text, end: text }),
  ),
});

export type Enclosure = z.output<typeof enclosureSchema>;
export type Transcript = z.output<typeof transcriptSchema>;
export type Chapter = z.output<typeof chapterSchema>;
export type Person = z.output<typeof personSchema>;
export type Episode = z.output<typeof episodeSchema>;
export type Podcast = z.output<typeof podcastSchema>;
