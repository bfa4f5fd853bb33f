/** Entry point `private-podcast-subscribe/api`: the feed service's interface, called. */
export {
  createFeedServiceClient,
  type FeedServiceClient,
  type FeedServiceConfig,
  type PrivateFeed,
} from './api/client.js';
export { PrivatePodcastError, type ErrorCode } from './api/errors.js';
