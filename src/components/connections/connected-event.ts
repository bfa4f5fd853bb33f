/** The event of an app that has fetched the member's feed. */
import { bubbling } from '../first-load/events.js';

/**
 * After a tap, an app has fetched the member's feed: the podcast is in it.
 * @example
 * element.addEventListener('pps-connected', ({ app }) => statistics.count('connected', { app }));
 */
export class PpsConnectedEvent extends Event {
  constructor(
    /** Id of the app; empty for one that the package does not know. */
    readonly app: string,
  ) {
    super('pps-connected', bubbling);
  }
}
