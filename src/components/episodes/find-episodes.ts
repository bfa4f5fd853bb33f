/** Which episodes are shown, and in which order: pure, so that ten thousand of them are one pass. */
import type { Episode, Podcast } from '../../podcast/schema.js';

export type EpisodeOrder = 'newest' | 'oldest';

export interface EpisodeQuery {
  /** Words that must all be found in title or description; case and accents do not matter. */
  search: string;
  /** Season number, or undefined for all. */
  season: number | undefined;
  order: EpisodeOrder;
}

/** A serial podcast is told from its beginning, any other from today (Apple's `itunes:type`). */
export function naturalOrder(podcast: Podcast): EpisodeOrder {
  return podcast.podcastType === 'SERIAL' ? 'oldest' : 'newest';
}

/** The podcast's season numbers, ascending; empty where it has fewer than two. */
export function seasonsOf(podcast: Podcast): number[] {
  const seasons = new Set<number>();
  for (const { season } of podcast.episodes) if (season !== undefined) seasons.add(season);
  return seasons.size > 1 ? [...seasons].sort((a, b) => a - b) : [];
}

/** Lower case without accents: what people type when they search. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

interface Dated {
  episode: Episode;
  index: number;
  /** Milliseconds; an episode without a date takes that of the one before it, and so keeps its place. */
  date: number;
}

function dated(episodes: readonly Episode[]): Dated[] {
  let previous = Infinity;
  return episodes.map((episode, index) => {
    const own = Date.parse(episode.publishDate ?? '');
    if (!Number.isNaN(own)) previous = own;
    return { episode, index, date: previous };
  });
}

/** Newest first; episodes of one instant in the feed's order. */
function byNewest(a: Dated, b: Dated): number {
  return a.date === b.date ? a.index - b.index : b.date - a.date;
}

/** The episodes that fit the query, in its order. */
export function findEpisodes(
  episodes: readonly Episode[],
  { search, season, order }: EpisodeQuery,
): Episode[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  const found = dated(episodes)
    .filter(({ episode }) => season === undefined || episode.season === season)
    .filter(({ episode: { title, description = '' } }) => {
      if (words.length === 0) return true;
      const text = plain(`${title} ${description}`);
      return words.every((word) => text.includes(word));
    })
    .sort(byNewest)
    .map(({ episode }) => episode);
  return order === 'newest' ? found : found.reverse();
}
