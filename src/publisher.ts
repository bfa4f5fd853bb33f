/** Entry point `private-podcast-subscribe/publisher`: subscribe tokens and the subscribe handler, for the publisher's backend. */
export type { SharedCache } from './api/cache/shared-cache.js';
export { PrivatePodcastError, type ErrorCode } from './errors/private-podcast-error.js';
export type { FeedSource, SubscribeHandlerOptions } from './publisher/handler/handler-options.js';
export { jwksVerifier, type JwksVerifierOptions } from './publisher/tokens/jwks-verifier.js';
export type { SubscribeSecret, SubscribeSecrets } from './publisher/tokens/signing-key.js';
export {
  createSubscribeHandler,
  type SubscribeHandler,
} from './publisher/handler/subscribe-handler.js';
export {
  createSubscribeToken,
  type SubscribeTokenClaims,
} from './publisher/tokens/subscribe-token.js';
export type { MemberOfToken, VerifyToken } from './publisher/tokens/verify-token.js';
