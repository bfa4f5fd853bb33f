/**
 * What one feed may ask for. Each cap ends in `bad-feed`: a feed that is silently cut
 * short would cost the member episodes, and nobody would know why.
 */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';

export interface Limits {
  /** Bytes of the feed, or UTF-16 units where it comes as a string. */
  bytes: number;
  /** Open elements at one time. */
  depth: number;
  /** Attributes of one tag. */
  attributes: number;
  /** UTF-16 units of one element's text. */
  text: number;
  /** Elements that are kept while reading, in all. */
  elements: number;
  /** Different names of elements and attributes. */
  names: number;
  episodes: number;
}

export const defaultLimits: Limits = {
  bytes: 64 * 1024 * 1024,
  depth: 256,
  attributes: 256,
  text: 4 * 1024 * 1024,
  elements: 2_000_000,
  names: 20_000,
  episodes: 20_000,
};

const advice: Record<keyof Limits, string> = {
  bytes: 'is too large. Publish fewer episodes in it, or raise the limit',
  depth: 'has elements nested too deeply. Check that every tag in it is closed',
  attributes: 'has a tag with too many attributes. Check that its quotes are closed',
  text: 'has a text that is too long. Check that every tag in it is closed, or shorten its notes',
  elements: 'has too many elements. Publish fewer episodes in it',
  names: 'has too many different tags. Check that the markup of its notes is escaped',
  episodes: 'has too many episodes. Publish fewer of them in it',
};

/** What to throw where a feed goes past a limit: a `bad-feed` that says what to do. */
export function pastLimit(limits: Limits, limit: keyof Limits): PrivatePodcastError {
  const message = `The feed ${advice[limit]} (the limit is ${limits[limit]}).`;
  return new PrivatePodcastError('bad-feed', message);
}
