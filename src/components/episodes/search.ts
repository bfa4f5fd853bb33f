/** Searches episodes. Loaded when the search field is first used. */
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

/** Letters without accents, which have one form only. */
const PLAIN_TEXT = /^[\0-\x7f]*$/;

/** Lower case without accents, as people type when they search. */
function simplified(text: string): string {
  // Most texts of most shows have nothing to take apart: that spares them a tenth of a second.
  if (PLAIN_TEXT.test(text)) return text.toLowerCase();
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
