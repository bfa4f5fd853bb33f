/** Entry point `private-podcast-subscribe/publisher`: subscribe tokens and the subscribe handler, for the publisher's backend. */
export type { SharedCache } from './api/cache/shared-cache.js';
export { PrivatePodcastError, type ErrorCode } from './errors/private-podcast-error.js';
export type { FeedSource, SubscribeHandlerOptions } from './publisher/handler-options.js';
export { jwksVerifier, type JwksVerifierOptions } from './publisher/jwks-verifier.js';
export type { SubscribeSecret, SubscribeSecrets } from './publisher/signing-key.js';
export { createSubscribeHandler, type SubscribeHandler } from './publisher/subscribe-handler.js';
export { createSubscribeToken, type SubscribeTokenClaims } from './publisher/subscribe-token.js';
export type { MemberOfToken, VerifyToken } from './publisher/verify-token.js';
