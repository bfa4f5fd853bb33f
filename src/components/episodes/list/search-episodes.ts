/** Searches episodes. Loaded when the member first goes to the search field. */
import { html, type TemplateResult } from 'lit/html.js';
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import { searchForm } from '../../language/search-form.js';
import { pause, startWork } from '../../loading/work-pauses.js';

/** Episodes to search before it is time to look whether the page should get its turn. */
const SLICE_SIZE = 100;

const searchTexts = new WeakMap<ShownEpisode, string>();

/** The text that a search looks through. Cached, because ten thousand texts take too long for every key. */
function searchTextOf(episode: ShownEpisode): string {
  let text = searchTexts.get(episode);
  if (text === undefined) {
    text = searchForm(`${episode.title} ${episode.description ?? ''}`);
    searchTexts.set(episode, text);
  }
  return text;
}

/** The episodes whose title and description contain all words of the search, whatever their case and accents. */
export function searchEpisodes(episodes: readonly ShownEpisode[], search: string): ShownEpisode[] {
  const words = searchForm(search).split(/\s+/).filter(Boolean);
  return episodes.filter((episode) => {
    const text = searchTextOf(episode);
    return words.every((word) => text.includes(word));
  });
}

/**
 * The same with pauses, so that the page answers the member meanwhile.
 * @param isWanted asked again and again: whether to go on.
 */
export async function findInSlices(
  episodes: readonly ShownEpisode[],
  search: string,
  isWanted: () => boolean,
): Promise<ShownEpisode[]> {
  const found: ShownEpisode[] = [];
  let isPauseDue = startWork();
  for (let at = 0; at < episodes.length && isWanted(); at += SLICE_SIZE) {
    found.push(...searchEpisodes(episodes.slice(at, at + SLICE_SIZE), search));
    if (!isPauseDue()) continue;
    await pause();
    isPauseDue = startWork();
  }
  return found;
}

/** Makes the first search as fast as those after it. */
export async function prepareSearch(
  episodes: readonly ShownEpisode[],
  isWanted: () => boolean,
): Promise<void> {
  await findInSlices(episodes, 'any', isWanted);
}

/** The button that ends a search without results. */
export const renderClear = (label: string, onClick: () => void): TemplateResult =>
  html`<div>
    <button type="button" part="clear" class="button" @click=${onClick}>${label}</button>
  </div>`;
