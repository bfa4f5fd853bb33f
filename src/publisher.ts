/** Entry point `private-podcast-subscribe/publisher`: subscribe tokens and the subscribe handler, for the publisher's backend. */
export type { SharedCache } from './api/cache.js';
export { PrivatePodcastError, type ErrorCode } from './errors/private-podcast-error.js';
export type { SubscribeSecret } from './publisher/signing-key.js';
export {
  createSubscribeHandler,
  type SubscribeHandler,
  type SubscribeHandlerOptions,
} from './publisher/subscribe-handler.js';
export { createSubscribeToken, type SubscribeTokenClaims } from './publisher/subscribe-token.js';
