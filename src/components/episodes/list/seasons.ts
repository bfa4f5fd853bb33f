/** The seasons of a podcast. */
import type { ShownPodcast } from '../../../podcast/shown-podcast.js';
import type { Texts } from '../../language/texts/en.js';
import { fill } from '../../language/texts.js';

export interface Season {
  number: number;
  /** As the feed calls it. */
  name: string | undefined;
}

/** A season by its number, and its name where the feed has one. */
export const seasonText = ({ number, name }: Season, texts: Texts): string =>
  fill(name ? texts.seasonNamed : texts.season, { number, name: name ?? '' });

/** The podcast's seasons, ascending; empty if there are fewer than two. */
export function seasonsOf({ episodes }: ShownPodcast): Season[] {
  const names = new Map<number, string | undefined>();
  for (const { season, seasonName } of episodes) {
    if (season !== undefined) names.set(season, names.get(season) || seasonName?.trim());
  }
  if (names.size < 2) return [];
  return [...names].map(([number, name]) => ({ number, name })).sort((a, b) => a.number - b.number);
}
