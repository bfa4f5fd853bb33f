/** Entry point `private-podcast-subscribe/podcast`: what a podcast is, and how one is read out of RSS. */
export { PrivatePodcastError, type ErrorCode } from './errors/private-podcast-error.js';
export { parsePodcast, type ParseOptions } from './podcast/parse-podcast.js';
export { podcastSchema, type Episode, type Podcast } from './podcast/schema.js';
