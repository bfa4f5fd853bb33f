/** Entry point `private-podcast-subscribe/publisher`: the publisher's backend half. */
export { createSubscribeToken } from './publisher/subscribe-token.js';
export { createSubscribeHandler } from './publisher/subscribe-handler.js';
