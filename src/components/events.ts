/**
 * The element's events. They bubble, cross shadow roots and never hold a secret. Events that only a
 * later chunk fires are in `actions` and `episodes`.
 */
import type { ErrorCode } from '../errors/private-podcast-error.js';

export const bubbling = { bubbles: true, composed: true };

/**
 * The feed URL is known, and the app buttons are shown as soon as the texts of the page's language
 * are loaded.
 * @example
 * element.addEventListener('pps-ready', () => spinner.remove());
 */
export class PpsReadyEvent extends Event {
  constructor() {
    super('pps-ready', bubbling);
  }
}

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
 * Something failed: the whole element, its episodes, or a chunk of it.
 * @example
 * element.addEventListener('pps-error', ({ code }) => statistics.count('podcast-error', { code }));
 */
export class PpsErrorEvent extends Event {
  constructor(
    /** What failed, for programs: the codes of `PrivatePodcastError`. */
    readonly code: ErrorCode,
  ) {
    super('pps-error', bubbling);
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

declare global {
  interface GlobalEventHandlersEventMap {
    'pps-ready': PpsReadyEvent;
    'pps-no-access': PpsNoAccessEvent;
    'pps-error': PpsErrorEvent;
    'pps-token-expired': PpsTokenExpiredEvent;
  }
}
