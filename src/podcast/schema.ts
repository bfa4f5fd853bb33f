/**
 * The schema of a podcast: the service writes by it and the client reads by it. The element reads
 * the fields it shows with the smaller `shown-podcast.ts`. Field names are those of the feed
 * service's parser (docs/interface.md 4.5), so that the element can read either. A bad field is
 * left out, and so is a bad episode; neither spoils the podcast. What that parser says about
 * the member (`user`, `titleWithUsername`, `owner.email`, `rssUrl`) is left out on purpose.
 */
import * as z from 'zod/mini';
import { isSafeToFetch, isSafeUrl } from './values/safe-url.js';
import { readCount } from './values/count.js';
import { MAX_CHAPTERS } from './values/max-chapters.js';

/** A field that is left out if it is missing, null or of another type. */
function lenient<T extends z.core.$ZodType>(type: T) {
  return z.catch(z.optional(type), undefined);
}

/**
 * A list without its invalid elements; empty if the value is not a list.
 * @param max further elements are left out
 */
function lenientList<T extends z.core.$ZodType>(element: T, max = Infinity) {
  return z.pipe(
    z.catch(z.array(z.unknown()), []),
    z.transform((values) =>
      values
        .flatMap((value) => {
          const read = z.safeParse(element, value);
          return read.success ? [read.data] : [];
        })
        .slice(0, max),
    ),
  );
}

/** Makes a schema of a reader: the output is `read`'s result, whatever the input. */
function readBy<T>(read: (value: unknown) => T) {
  return z.pipe(z.unknown(), z.transform(read));
}

const requiredUrl = z.string().check(z.refine(isSafeUrl));
const url = lenient(requiredUrl);
const fetchedUrl = lenient(z.string().check(z.refine(isSafeToFetch)));
const text = lenient(z.string());
const requiredText = z.catch(z.string(), '');
const requiredCount = z.pipe(readBy(readCount), z.number());
const count = z.optional(readBy(readCount));
const flag = z.catch(z.boolean(), false);
const texts = lenientList(z.string());

const enclosureSchema = z.object({
  url: requiredUrl,
  type: text,
  /** In bytes. */
  length: count,
  title: text,
});

/** The same recording in another format (podcast namespace). `url` is that of its first source. */
const alternateEnclosureSchema = z.object({
  ...enclosureSchema.shape,
  /** In bits per second. */
  bitrate: count,
  /** In pixels. */
  height: count,
  language: text,
  isDefault: flag,
  sources: lenientList(z.object({ url: requiredUrl, type: text })),
});

const transcriptSchema = z.object({
  url: requiredUrl,
  type: text,
  language: text,
  rel: text,
});

const chapterSchema = z.object({
  /** In seconds from the start of the episode. */
  start: requiredCount,
  title: requiredText,
  link: url,
  image: url,
});

const personSchema = z.object({
  name: z.string(),
  role: text,
  group: text,
  image: url,
  link: url,
});

/** A short excerpt; `start` and `duration` are in seconds. */
const soundbiteSchema = z.object({
  start: requiredCount,
  duration: requiredCount,
  title: text,
});

const fundingSchema = z.object({ url: requiredUrl, text });

/** A product of the publisher, if the feed service names one. */
const productSchema = z.object({
  sku: text,
  title: text,
  description: text,
  price: count,
  currency: text,
  type: text,
});

const episodeFields = {
  /** The `guid`, else the enclosure URL, else a hash. Unique among the episodes of `parsePodcast`. */
  guid: z.catch(z.string(), ''),
  title: requiredText,
  subtitle: text,
  /** Plain text. */
  description: text,
  /**
   * HTML. The service sanitizes it; `parsePodcast` does so only with the option `sanitizeHtml`:
   * without it, sanitize before you show it.
   */
  descriptionWithHtml: text,
  /** Plain text. */
  summary: text,
  author: text,
  /** URL of the recording: of the first enclosure that is not a picture or document. */
  url: url,
  link: url,
  image: url,
  /** In seconds. */
  duration: count,
  isExplicit: flag,
  /** ISO 8601 in UTC. */
  publishDate: text,
  /** `full`, `trailer` or `bonus`; other parsers may have other values. */
  episodeType: text,
  contentType: text,
  /** In bytes. */
  contentLength: count,
  season: count,
  seasonName: text,
  episode: count,
  /** Shown in place of the episode number. */
  episodeDisplay: text,
  isLocked: flag,
  isSample: flag,
  permissions: texts,
  tags: texts,
  /** All enclosures, in feed order. */
  enclosures: lenientList(enclosureSchema),
  alternateEnclosures: lenientList(alternateEnclosureSchema),
  transcripts: lenientList(transcriptSchema),
  /** URL of a JSON chapters file (podcast namespace): https, or http on loopback. */
  chaptersUrl: fetchedUrl,
  /** Chapters inside the feed (Podlove Simple Chapters), at most 1,000. */
  chapters: lenientList(chapterSchema, MAX_CHAPTERS),
  persons: lenientList(personSchema),
  soundbites: lenientList(soundbiteSchema),
};

/** Gives an episode without a GUID its URL or link as one. */
function withGuid<
  Fields extends { guid: string; url?: string | undefined; link?: string | undefined },
>(episode: Fields): Fields {
  return { ...episode, guid: episode.guid || episode.url || episode.link || '' };
}

const hasGuid = z.refine<{ guid: string }>(({ guid }) => guid !== '');

const episodeSchema = z.pipe(z.object(episodeFields), z.transform(withGuid)).check(hasGuid);

/** A live item (podcast namespace). Its status is `pending`, `live` or `ended`. */
const liveItemSchema = z
  .pipe(
    z.object({
      ...episodeFields,
      status: text,
      /** ISO 8601 in UTC. */
      start: text,
      /** ISO 8601 in UTC. */
      end: text,
    }),
    z.transform(withGuid),
  )
  .check(hasGuid);

/** The properties of an object that are strings. */
function readStrings(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/**
 * Checks a podcast as JSON: the output of `parsePodcast`, or of a feed service's parser.
 * Fields that are missing, null or invalid are left out.
 * @example
 * ```ts
 * const response = await fetch(`${parserUrl}/rss?url=${encodeURIComponent(feedUrl)}`);
 * const podcast: Podcast = podcastSchema.parse(await response.json());
 * ```
 * @throws {ZodError} if the value is not an object
 */
export const podcastSchema = z.object({
  title: requiredText,
  subtitle: text,
  link: url,
  /** Plain text. */
  description: text,
  /** HTML; see `Episode.descriptionWithHtml`. */
  descriptionWithHtml: text,
  /** Plain text. */
  summary: text,
  image: url,
  author: text,
  owner: lenient(z.object({ name: text })),
  /** ISO 8601 in UTC. */
  publishDate: text,
  language: text,
  copyright: text,
  /** Whether it asks directories not to list it. */
  isHidden: flag,
  isExplicit: flag,
  /** Whether no more episodes will follow. */
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
  /** Its identifiers in other services, such as `spotifyId`. */
  externalIds: z.catch(readBy(readStrings), () => ({})),
  podcastGuid: text,
  /** `podcast`, `music`, `audiobook` … (podcast namespace). */
  medium: text,
  /** Whether it asks other hosts not to import it. */
  isLocked: flag,
  funding: lenientList(fundingSchema),
  persons: lenientList(personSchema),
  episodes: lenientList(episodeSchema),
  /** Live items; not counted as episodes. */
  liveItems: lenientList(liveItemSchema),
});

/** A recording or document. `length` is in bytes. */
export type Enclosure = z.output<typeof enclosureSchema>;
/** A transcript file. */
export type Transcript = z.output<typeof transcriptSchema>;
/** A chapter; `start` is in seconds. */
export type Chapter = z.output<typeof chapterSchema>;
/**
 * An episode. `duration` is in seconds, `contentLength` in bytes, `publishDate` is ISO 8601 in UTC.
 * @example
 * ```ts
 * const hours = ({ duration = 0 }: Episode) => duration / 3600;
 * ```
 * @useDeclaredType
 */
export type Episode = z.output<typeof episodeSchema>;
/** A live item: an episode with a `status` (`pending`, `live`, `ended`), `start` and `end`. */
export type LiveItem = z.output<typeof liveItemSchema>;
/**
 * A podcast and its episodes in feed order.
 * @example
 * ```ts
 * const newest = ({ episodes }: Podcast) =>
 *   episodes.toSorted((a, b) => (b.publishDate ?? '').localeCompare(a.publishDate ?? ''))[0];
 * ```
 * @useDeclaredType
 */
export type Podcast = z.output<typeof podcastSchema>;
