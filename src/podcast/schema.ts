/**
 * What a podcast is: the one schema that the service writes by and the client reads by; the
 * element reads what it shows with the hand-written `shown-podcast.ts`. The names are those of the feed service's own parser, so that one element reads both.
 * A bad field costs that field, a bad episode itself, never the podcast. What that parser
 * tells of the member (`user`, `titleWithUsername`, `owner.email`, `rssUrl`) has no place here.
 */
import * as z from 'zod/mini';
import { isSafeAddress } from './values/feed-link.js';
import { readCount } from './values/count.js';

/** A field that is left out where it is absent, null or not of its type. */
function lenient<T extends z.core.$ZodType>(type: T) {
  return z.catch(z.optional(type), undefined);
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

/** What a function makes of any value. */
function readBy<T>(read: (value: unknown) => T) {
  return z.pipe(z.unknown(), z.transform(read));
}

const requiredAddress = z.string().check(z.refine(isSafeAddress));
const address = lenient(requiredAddress);
const text = lenient(z.string());
const requiredText = z.catch(z.string(), '');
const requiredCount = z.pipe(readBy(readCount), z.number());
const count = z.optional(readBy(readCount));
const flag = z.catch(z.boolean(), false);
const texts = lenientList(z.string());

export const enclosureSchema = z.object({
  url: requiredAddress,
  type: text,
  /** Bytes. */
  length: count,
  title: text,
});

/** The same recording in another form (podcast namespace). `url` is the first of its sources. */
export const alternateEnclosureSchema = z.object({
  ...enclosureSchema.shape,
  /** Bits a second. */
  bitrate: count,
  /** Pixels. */
  height: count,
  language: text,
  isDefault: flag,
  sources: lenientList(z.object({ url: requiredAddress, type: text })),
});

export const transcriptSchema = z.object({
  url: requiredAddress,
  type: text,
  language: text,
  rel: text,
});

export const chapterSchema = z.object({
  /** Seconds from the start of the episode. */
  start: requiredCount,
  title: requiredText,
  link: address,
  image: address,
});

export const personSchema = z.object({
  name: z.string(),
  role: text,
  group: text,
  image: address,
  link: address,
});

/** A passage worth hearing first; `start` and `duration` in seconds. */
export const soundbiteSchema = z.object({
  start: requiredCount,
  duration: requiredCount,
  title: text,
});

export const fundingSchema = z.object({ url: requiredAddress, text });

/** What a publisher sells, where the feed service says it. */
export const productSchema = z.object({
  sku: text,
  title: text,
  description: text,
  price: count,
  currency: text,
  type: text,
});

const episodeFields = {
  /** The `guid`, else the enclosure URL, else a hash; unique in what `parsePodcast` reads. */
  guid: z.catch(z.string(), ''),
  title: requiredText,
  subtitle: text,
  /** Plain text. */
  description: text,
  /** HTML, made safe by the service; out of `parsePodcast` alone it is the feed's: sanitise it where it is shown. */
  descriptionWithHtml: text,
  /** Plain text. */
  summary: text,
  author: text,
  /** Address of the recording, of any media type: the first enclosure that is no picture or document. */
  url: address,
  link: address,
  image: address,
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
  /** What to show in the place of the episode's number. */
  episodeDisplay: text,
  isLocked: flag,
  isSample: flag,
  permissions: texts,
  tags: texts,
  /** All enclosures, in the order of the feed. */
  enclosures: lenientList(enclosureSchema),
  alternateEnclosures: lenientList(alternateEnclosureSchema),
  transcripts: lenientList(transcriptSchema),
  /** Address of a JSON chapters file (podcast namespace). */
  chaptersUrl: address,
  /** Chapters within the feed (Podlove Simple Chapters). */
  chapters: lenientList(chapterSchema),
  persons: lenientList(personSchema),
  soundbites: lenientList(soundbiteSchema),
};

/** An episode has something to be known by: a GUID, or an address in its place. */
function identified<
  Fields extends { guid: string; url?: string | undefined; link?: string | undefined },
>(episode: Fields): Fields {
  return { ...episode, guid: episode.guid || episode.url || episode.link || '' };
}

const hasGuid = z.refine<{ guid: string }>(({ guid }) => guid !== '');

export const episodeSchema = z
  .pipe(z.object(episodeFields), z.transform(identified))
  .check(hasGuid);

/** A live item (podcast namespace): announced (`pending`), running (`live`) or over (`ended`). */
export const liveItemSchema = z
  .pipe(
    z.object({
      ...episodeFields,
      status: text,
      /** ISO 8601, UTC. */
      start: text,
      /** ISO 8601, UTC. */
      end: text,
    }),
    z.transform(identified),
  )
  .check(hasGuid);

/** Names and strings; what is no string is left out. */
function readStrings(held: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(held ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

export const podcastSchema = z.object({
  title: requiredText,
  subtitle: text,
  link: address,
  /** Plain text. */
  description: text,
  /** HTML, as in an episode. */
  descriptionWithHtml: text,
  /** Plain text. */
  summary: text,
  image: address,
  author: text,
  owner: lenient(z.object({ name: text })),
  /** ISO 8601, UTC. */
  publishDate: text,
  language: text,
  copyright: text,
  /** Asks directories not to list it. */
  isHidden: flag,
  isExplicit: flag,
  /** No more episodes will come. */
  isComplete: flag,
  podcastType: z.catch(
    readBy((type) => (type === 'SERIAL' ? 'SERIAL' : 'EPISODIC')),
    'EPISODIC',
  ),
  totalSeasons: count,
  totalEpisodes: count,
  categories: texts,
  tags: texts,
  products: lenientList(productSchema),
  /** Its identifiers elsewhere, such as `spotifyId`. */
  externalIds: z.catch(readBy(readStrings), () => ({})),
  podcastGuid: text,
  /** `podcast`, `music`, `audiobook` … (podcast namespace). */
  medium: text,
  /** Asks other hosts not to import it. */
  isLocked: flag,
  funding: lenientList(fundingSchema),
  persons: lenientList(personSchema),
  episodes: lenientList(episodeSchema),
  /** Never counted as episodes. */
  liveItems: lenientList(liveItemSchema),
});

export type Enclosure = z.output<typeof enclosureSchema>;
export type Transcript = z.output<typeof transcriptSchema>;
export type Chapter = z.output<typeof chapterSchema>;
export type Person = z.output<typeof personSchema>;
export type Episode = z.output<typeof episodeSchema>;
export type LiveItem = z.output<typeof liveItemSchema>;
export type Podcast = z.output<typeof podcastSchema>;
