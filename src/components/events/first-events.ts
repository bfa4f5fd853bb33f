/**
 * The element's events of the first load. All of its events bubble, cross shadow roots and never hold a
 * secret; those that only a later chunk fires are in `later-events.ts`.
 */
import type { ErrorCode } from '../../errors/private-podcast-error.js';

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
 * Something failed: the whole element, its episodes, or a chunk of it.
 * @example
 * element.addEventListener('pps-error', ({ code }) => statistics.count('podcast-error', { code }));
 */
export class PpsErrorEvent extends Event {
  constructor(
    /** The reason, for programs: the codes of `PrivatePodcastError`. */
    readonly code: ErrorCode,
    /**
     * Gives the console's words. It is a function because pages send the fields of events to their statistics.
     * @internal
     */
    readonly message?: () => string,
  ) {
    super('pps-error', bubbling);
  }
}
