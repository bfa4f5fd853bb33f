/**
 * Entry point `private-podcast-subscribe/server`: the element, rendered on a publisher's server.
 * @module private-podcast-subscribe/server
 */
export { renderSubscribeElement, type RenderOptions } from './server/render-subscribe-element.js';
export { subscribeStyleSource } from './server/first-view-styles.js';
export type { AttributeName, Attributes } from './server/attributes.js';
export type { ConnectedApp, Subscription } from './api/subscription.js';
export {
  PrivatePodcastError,
  type ErrorCode,
  type ErrorDetails,
} from './errors/private-podcast-error.js';
