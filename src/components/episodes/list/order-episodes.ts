/** The order of the episodes. */
import type { ShownEpisode, ShownPodcast } from '../../../podcast/shown-podcast.js';

export type EpisodeOrder = 'newest' | 'oldest';

/** A serial podcast starts with its first episode, any other with its latest (Apple's `itunes:type`). */
export function naturalOrder(podcast: ShownPodcast): EpisodeOrder {
  return podcast.podcastType === 'SERIAL' ? 'oldest' : 'newest';
}

/** Kept, because the list and its controls each ask, and ten thousand take a phone a third of a second. */
const sorted = new WeakMap<readonly ShownEpisode[], ShownEpisode[]>();

/**
 * Sorts the episodes. Those of the same date keep the feed's order, and an episode without a date takes
 * that of the one before it. Without any dates the feed's order counts, which is newest first.
 */
export function orderEpisodes(
  episodes: readonly ShownEpisode[],
  order: EpisodeOrder,
): readonly ShownEpisode[] {
  const newestFirst = sorted.get(episodes) ?? sortByDate(episodes);
  sorted.set(episodes, newestFirst);
  return order === 'newest' ? newestFirst : [...newestFirst].reverse();
}

function sortByDate(episodes: readonly ShownEpisode[]): ShownEpisode[] {
  // Later than any date. Infinity would not do: Infinity minus Infinity is NaN.
  let date = Number.MAX_VALUE;
  return episodes
    .map((episode) => {
      const own = Date.parse(episode.publishDate ?? '');
      if (!Number.isNaN(own)) date = own;
      return { episode, date };
    })
    .sort((a, b) => b.date - a.date)
    .map(({ episode }) => episode);
}
