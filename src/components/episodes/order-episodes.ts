/** Seasons and order of the episodes. */
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';

export type EpisodeOrder = 'newest' | 'oldest';

/** A serial podcast starts with its first episode, any other with its latest (Apple's `itunes:type`). */
export function naturalOrder(podcast: ShownPodcast): EpisodeOrder {
  return podcast.podcastType === 'SERIAL' ? 'oldest' : 'newest';
}

/** The podcast's season numbers, ascending; empty if there are fewer than two. */
export function seasonsOf(podcast: ShownPodcast): number[] {
  const seasons = new Set<number>();
  for (const { season } of podcast.episodes) if (season !== undefined) seasons.add(season);
  return seasons.size > 1 ? [...seasons].sort((a, b) => a - b) : [];
}

interface Dated {
  episode: ShownEpisode;
  index: number;
  /** Milliseconds; an episode without a date takes the date of the one before it, and so keeps its place. */
  date: number;
}

function dated(episodes: readonly ShownEpisode[]): Dated[] {
  let previous = Infinity;
  return episodes.map((episode, index) => {
    const own = Date.parse(episode.publishDate ?? '');
    if (!Number.isNaN(own)) previous = own;
    return { episode, index, date: previous };
  });
}

/** Newest first; episodes with the same date in the feed's order. */
function byNewest(a: Dated, b: Dated): number {
  return a.date === b.date ? a.index - b.index : b.date - a.date;
}

/** Sorts the episodes. Without dates they keep the feed's order, which is newest first. */
export function orderEpisodes(
  episodes: readonly ShownEpisode[],
  order: EpisodeOrder,
): ShownEpisode[] {
  const ordered = dated(episodes)
    .sort(byNewest)
    .map(({ episode }) => episode);
  return order === 'newest' ? ordered : ordered.reverse();
}
