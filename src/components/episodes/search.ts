/** Searches episodes. Loaded when the search field is first used. */
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

/** Lower case without accents, as people type when they search. */
function simplified(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const searchTexts = new WeakMap<ShownEpisode, string>();

/** The text that a search looks through. Cached, because ten thousand texts take too long for every key. */
function searchTextOf(episode: ShownEpisode): string {
  let text = searchTexts.get(episode);
  if (text === undefined) {
    text = simplified(`${episode.title} ${episode.description ?? ''}`);
    searchTexts.set(episode, text);
  }
  return text;
}

/** The episodes whose title and description contain all words of the search, whatever their case and accents. */
export function searchEpisodes(episodes: readonly ShownEpisode[], search: string): ShownEpisode[] {
  const words = simplified(search).split(/\s+/).filter(Boolean);
  return episodes.filter((episode) => {
    const text = searchTextOf(episode);
    return words.every((word) => text.includes(word));
  });
}
