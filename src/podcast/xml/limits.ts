/**
 * Limits on what one feed may cost. A feed that exceeds one is refused with `bad-feed`:
 * cutting it short would lose episodes without anyone knowing why.
 */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

/** Limits on one feed; each is the largest number allowed. */
export interface FeedLimits {
  /** Bytes of the feed, or UTF-16 code units if it is a string. */
  bytes: number;
  /** Nested open elements. */
  depth: number;
  /** Attributes of one tag. */
  attributes: number;
  /** UTF-16 code units in the text of one element. */
  text: number;
  /** Elements kept in memory, in total. */
  elements: number;
  /** Different names of elements, counting each spelling. */
  names: number;
  /** Episodes of the feed. */
  episodes: number;
}

export const defaultLimits: FeedLimits = {
  bytes: 64 * 1024 * 1024,
  depth: 256,
  attributes: 256,
  text: 4 * 1024 * 1024,
  elements: 2_000_000,
  names: 20_000,
  episodes: 20_000,
};

const advice: Record<keyof FeedLimits, string> = {
  bytes: 'is too large. Publish fewer episodes in it, or raise the limit',
  depth: 'has elements nested too deeply. Check that every tag is closed',
  attributes: 'has a tag with too many attributes. Check that all quotes are closed',
  text: 'has a text that is too long. Check that every tag is closed, or shorten the notes',
  elements: 'has too many elements. Publish fewer episodes in it',
  names: 'has too many different tags. Check that the markup in its notes is escaped',
  episodes: 'has too many episodes. Publish fewer episodes in it',
};

/** The error for a feed that exceeds a limit: `bad-feed`, with advice for the publisher. */
export function limitError(limits: FeedLimits, limit: keyof FeedLimits): PrivatePodcastError {
  const message = `The feed ${advice[limit]} (the limit is ${limits[limit]}).`;
  return new PrivatePodcastError('bad-feed', message);
}
