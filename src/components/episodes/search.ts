/** Searching episodes as the member types. Loaded when the search field is first used. */
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

/** Lower case without accents: what people type when they search. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const plainTexts = new WeakMap<ShownEpisode, string>();

/** What is searched of an episode. Kept: ten thousand of them are not made plain at every key. */
function plainText(episode: ShownEpisode): string {
  let text = plainTexts.get(episode);
  if (text === undefined) {
    text = plain(`${episode.title} ${episode.description ?? ''}`);
    plainTexts.set(episode, text);
  }
  return text;
}

/** The episodes in whose title or description all words of the search are found, whatever their case and accents. */
export function searchEpisodes(episodes: readonly ShownEpisode[], search: string): ShownEpisode[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return episodes.filter((episode) => {
    const text = plainText(episode);
    return words.every((word) => text.includes(word));
  });
}
