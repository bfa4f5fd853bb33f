/** The events of a member whose token does not lead to the podcast. */
import { bubbling } from '../first-load/events.js';

/**
 * The member has no access to this podcast.
 * @example
 * element.addEventListener('pps-no-access', () => showOffer());
 */
export class PpsNoAccessEvent extends Event {
  constructor() {
    super('pps-no-access', bubbling);
  }
}

/**
 * The subscribe token has expired. If the page has set `getToken`, the element calls it for a fresh
 * one; it may also be set in this event's listener.
 * @example
 * element.addEventListener('pps-token-expired', async () => {
 *   element.token = await fetchSubscribeToken();
 * });
 */
export class PpsTokenExpiredEvent extends Event {
  constructor() {
    super('pps-token-expired', bubbling);
  }
}
