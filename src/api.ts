/** Entry point `private-podcast-subscribe/api`: a client of the feed service (docs/interface.md). */
export type { SharedCache } from './api/cache/shared-cache.js';
export {
  createFeedServiceClient,
  type FeedServiceClient,
  type FeedServiceConfig,
  type FeedServiceExtensions,
} from './api/client.js';
export type { Connection } from './api/connections.js';
export type { AccessItem, Entitlement } from './api/entitlements.js';
export type { PrivateFeed, PrivateFeedRequest } from './api/flow/private-feed.js';
export type { UserProfile } from './api/profile.js';
export type { AccessToken } from './api/token.js';
export { PrivatePodcastError, type ErrorCode } from './errors/private-podcast-error.js';
