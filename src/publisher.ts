/**
 * Entry point `private-podcast-subscribe/publisher`: subscribe tokens and the subscribe handler, for the
 * publisher's backend.
 * @module private-podcast-subscribe/publisher
 */
export type * from './api.js';
export {
  PrivatePodcastError,
  type ErrorCode,
  type ErrorDetails,
} from './errors/private-podcast-error.js';
export type { Publisher } from './pages/publisher.js';
export type { OnError } from './publisher/handler/failure-log.js';
export type {
  FeedSource,
  HandlerSettings,
  RequestLimits,
  SubscribeHandlerOptions,
  WithSecret,
  WithVerifier,
} from './publisher/handler/handler-options.js';
export {
  createGhostVerifier,
  type GhostVerifierOptions,
} from './publisher/tokens/ghost-verifier.js';
export {
  createJwksVerifier,
  type Awaitable,
  type JwksVerifierOptions,
  type LoginClaims,
} from './publisher/tokens/jwks-verifier.js';
export type {
  SharedSecret,
  SubscribeSecret,
  SubscribeSecrets,
} from './publisher/tokens/signing-key.js';
export {
  createSubscribeHandler,
  type SubscribeHandler,
} from './publisher/handler/subscribe-handler.js';
export {
  createSubscribeToken,
  type Clock,
  type SubscribeTokenClaims,
  type VerifiedToken,
} from './publisher/tokens/subscribe-token.js';
export type { MemberOfToken, VerifyToken } from './publisher/tokens/verify-token.js';
