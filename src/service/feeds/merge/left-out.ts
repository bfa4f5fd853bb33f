/** Tells operators of the items that a show made of several feeds goes without. */
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';

export interface LeftOut {
  /** The feed's place in `feeds`. */
  source: number;
  count: number;
}

/** @param counts how many items are left out of each feed */
export const leftOutOf = (counts: readonly number[]): LeftOut[] =>
  counts.map((count, source) => ({ source, count })).filter(({ count }) => count > 0);

export const leftOutError = ({ count }: LeftOut): PrivatePodcastError =>
  new PrivatePodcastError(
    'bad-feed',
    `The show goes without items of this feed: ${count}. With them it would not be well-formed, or have too many episodes.`,
  );
