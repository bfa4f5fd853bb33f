/** 85 real feeds, compared with what two independent parsers agree on (`../shared/feeds/oracle.json`). */
import { expect, it } from 'vitest';
import { parsePodcast, podcastSchema, type Podcast } from '../../src/podcast.js';
import { readShownPodcast } from '../../src/podcast/shown-podcast.js';
import { decodeEntities } from '../../src/podcast/xml/entities.js';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedBytes,
  sharedText,
} from '../support/foreign-text/shared-feeds.js';

interface OracleEpisode {
  title?: string;
  guid?: string;
  enclosures: { url: string; type?: string; length?: string }[];
  duration?: string;
  season?: string;
  episode?: string;
  episodeType?: string;
  explicit?: string;
  image?: string;
  publishedAt?: string | null;
}

interface OracleFeed {
  file: string;
  items: number;
  episodes: OracleEpisode[];
  /** Missing if the feed is not well-formed: then only one of the parsers could read it. */
  channel?: Record<string, string>;
  itunesImage?: string | null;
  imageUrl?: string | null;
}

/** The oracle collapses some white space, and left an `&amp;` in a GUID. */
const normal = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').replaceAll('&amp;', '&').trim();

const seconds = (clock: string): number =>
  clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

const isYes = (word: string | undefined): boolean => /^(?:yes|true|explicit)$/i.test(word ?? '');

const instant = (date: string | null | undefined): number | undefined =>
  date ? Date.parse(date) : undefined;

const digits = (text: string | undefined): number | undefined =>
  text && /^\d+$/.test(text) ? Number(text) : undefined;

/** The oracle's episode in our fields; only those it knows. */
function expected(episode: OracleEpisode, isWellFormed: boolean) {
  // One feed has recordings with the scheme `local`: only http and https are links.
  const enclosure = episode.enclosures.find(({ url }) => /^https?:/.test(url));
  const always = {
    // Titles may be encoded twice.
    title: decodeEntities(normal(episode.title)),
    ...(episode.guid ? { guid: normal(episode.guid) } : {}),
    published: instant(episode.publishedAt),
    url: normal(enclosure?.url),
  };
  if (!isWellFormed) return always;
  return {
    ...always,
    type: normal(enclosure?.type),
    length: digits(enclosure?.length),
    duration: episode.duration === undefined ? undefined : seconds(episode.duration),
    episodeType: normal(episode.episodeType).toLowerCase(),
    explicit: isYes(episode.explicit),
    // The oracle knows only Apple's tags; we fall back to others.
    ...(episode.season === undefined ? {} : { season: digits(episode.season) }),
    ...(episode.episode === undefined ? {} : { episode: digits(episode.episode) }),
    ...(episode.image === undefined ? {} : { image: normal(episode.image) }),
  };
}

describeSharedFeeds('parsePodcast: real feeds', 246, () => {
  const oracle = hasSharedFeeds
    ? (JSON.parse(sharedText('oracle.json')) as Record<string, OracleFeed>)
    : {};

  const parsed = new Map<string, Podcast>();
  /** Each feed is parsed once for all tests, none of which changes it. */
  const podcastOf = ({ file }: OracleFeed): Podcast => {
    const podcast = parsed.get(file) ?? parsePodcast(sharedBytes(file));
    parsed.set(file, podcast);
    return podcast;
  };

  it.each(Object.entries(oracle))('reads the episodes of %s', (_, feed) => {
    const podcast = podcastOf(feed);
    expect(podcast.episodes).toHaveLength(feed.items);
    expect(podcast.totalEpisodes).toBe(feed.items);

    const seen = new Map<string, number>();
    const episodes = podcast.episodes.map((ours, at) => {
      const wanted = expected(feed.episodes[at]!, feed.channel !== undefined);
      const times = (seen.get(wanted.guid ?? '') ?? 0) + 1;
      if (wanted.guid) seen.set(wanted.guid, times);
      // A repeated GUID gets a suffix, so that no episode is lost.
      const guid = times === 1 ? ours.guid : ours.guid.replace(`#${times}`, '');
      const read = {
        title: normal(ours.title),
        guid: normal(guid),
        published: instant(ours.publishDate),
        url: normal(ours.url),
        type: normal(ours.contentType),
        length: ours.contentLength,
        duration: ours.duration,
        season: ours.season,
        episode: ours.episode,
        episodeType: normal(ours.episodeType),
        explicit: ours.isExplicit,
        image: normal(ours.image),
      };
      const same = Object.keys(wanted) as (keyof typeof read)[];
      return { wanted, read: Object.fromEntries(same.map((key) => [key, read[key]])) };
    });
    expect(episodes.map(({ read }) => read)).toEqual(episodes.map(({ wanted }) => wanted));
    expect(new Set(podcast.episodes.map(({ guid }) => guid)).size).toBe(feed.items);
  });

  const wellFormed = Object.entries(oracle).filter(([, { channel }]) => channel?.title);

  it.each(wellFormed)('reads the channel of %s', (_, feed) => {
    const podcast = podcastOf(feed);
    const { channel = {} } = feed;
    expect({
      title: normal(podcast.title),
      language: normal(podcast.language),
      image: normal(podcast.image),
      type: podcast.podcastType,
      explicit: podcast.isExplicit,
    }).toEqual({
      title: normal(channel.title),
      language: normal(channel.language),
      image: normal(feed.itunesImage ?? feed.imageUrl),
      type: channel['itunes:type'] === 'serial' ? 'SERIAL' : 'EPISODIC',
      explicit: isYes(channel['itunes:explicit']),
    });
  });

  it.each(Object.entries(oracle))(
    'returns for %s what the schema and the element’s reader keep',
    (_, feed) => {
      const podcast: unknown = JSON.parse(JSON.stringify(podcastOf(feed)));
      expect(podcastSchema.parse(podcast)).toEqual(podcast);
      const shown = readShownPodcast(podcast);
      expect(shown?.episodes).toHaveLength(feed.items);
      expect(podcast).toMatchObject(JSON.parse(JSON.stringify(shown)) as object);
    },
  );
});
