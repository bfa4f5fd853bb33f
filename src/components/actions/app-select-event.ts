/** `pps-app-select`: the member chose an app. */
import { bubbling } from '../first-load/events.js';

/** How the feed gets to the app: through the consume page, by the app's own link, copied, or on the member's phone. */
export type AppSelectVia = 'consume' | 'direct' | 'copy' | 'phone';

/**
 * The member chose an app, or copied the link.
 * @example
 * element.addEventListener('pps-app-select', ({ app, via }) => {
 *   statistics.count('podcast-app', { app: app || 'any', via });
 * });
 */
export class PpsAppSelectEvent extends Event {
  constructor(
    /** The app's id, as in `private-podcast-subscribe/apps`; empty if the member copied the link without choosing an app. */
    readonly app: string,
    readonly via: AppSelectVia,
  ) {
    super('pps-app-select', bubbling);
  }
}
