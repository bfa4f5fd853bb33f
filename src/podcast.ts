/**
 * Entry point `private-podcast-subscribe/podcast`: the type and schema of a podcast, and its RSS parser.
 * @module private-podcast-subscribe/podcast
 */
export {
  PrivatePodcastError,
  type ErrorCode,
  type ErrorDetails,
} from './errors/private-podcast-error.js';
export { parsePodcast, type ParseOptions } from './podcast/parse-podcast.js';
export type { FeedLimits } from './podcast/xml/limits.js';
export { podcastSchema, type Episode, type Podcast } from './podcast/schema.js';
