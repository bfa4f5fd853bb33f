/** What the element tells of the app that the member chose. */
import { bubbling } from '../events.js';

/** How the podcast went to an app: through the consume page, by the app's own link, or copied. */
export type AppSelectVia = 'consume' | 'direct' | 'copy';

/** The member chose an app. */
export class PpsAppSelectEvent extends Event {
  constructor(
    /** The app's id, as in `private-podcast-subscribe/apps`; empty where a link was copied for any app. */
    readonly app: string,
    readonly via: AppSelectVia,
  ) {
    super('pps-app-select', bubbling);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'pps-app-select': PpsAppSelectEvent;
  }
}
