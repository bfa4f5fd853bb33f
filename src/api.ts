/**
 * Entry point `private-podcast-subscribe/api`: a client of the feed service (docs/interface.md).
 * @module private-podcast-subscribe/api
 */
export type { SharedCache } from './api/cache/shared-cache.js';
export {
  createFeedServiceClient,
  type CallOptions,
  type FeedServiceClient,
  type FeedServiceConfig,
  type FeedServiceExtensions,
  type PublicServiceClient,
  type PublicServiceConfig,
} from './api/client.js';
export type { Connection } from './api/connections.js';
export type {
  AccessItem,
  AccessOptions,
  AutoOnboardRequest,
  Entitlement,
} from './api/entitlements.js';
export type {
  FlowCalls,
  MemberAndProduct,
  PrivateFeed,
  PrivateFeedRequest,
} from './api/flow/private-feed.js';
export type { UserByEmailOptions, UserProfile } from './api/profile.js';
export type { AccessToken } from './api/token.js';
export {
  PrivatePodcastError,
  type ErrorCode,
  type ErrorDetails,
} from './errors/private-podcast-error.js';
export type { Episode, Podcast } from './podcast/schema.js';
