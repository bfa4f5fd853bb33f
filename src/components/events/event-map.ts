/** Every event of the element, by its name: listeners and frameworks' templates are typed by it. */
import type {
  PpsAppSelectEvent,
  PpsConnectedEvent,
  PpsEpisodeEndEvent,
  PpsEpisodePauseEvent,
  PpsEpisodePlayEvent,
  PpsNoAccessEvent,
  PpsTokenExpiredEvent,
} from './later-events.js';
import type { PpsErrorEvent, PpsReadyEvent } from './first-events.js';

/** The element's events by name. They bubble and cross shadow roots. */
export interface ElementEvents {
  /** The feed URL is known and the app buttons are shown. */
  'pps-ready': PpsReadyEvent;
  /** The member has no access. */
  'pps-no-access': PpsNoAccessEvent;
  /** Something failed: `code`. */
  'pps-error': PpsErrorEvent;
  /** The subscribe token has expired. */
  'pps-token-expired': PpsTokenExpiredEvent;
  /** The member chose an app: `app`, `via`. */
  'pps-app-select': PpsAppSelectEvent;
  /** After a tap, an app has fetched the feed: `app`. */
  'pps-connected': PpsConnectedEvent;
  /** An episode plays on the page: `guid`. */
  'pps-episode-play': PpsEpisodePlayEvent;
  /** It was paused: `guid`. */
  'pps-episode-pause': PpsEpisodePauseEvent;
  /** It was heard to its end: `guid`. */
  'pps-episode-end': PpsEpisodeEndEvent;
}

declare global {
  // Events bubble: documents and windows hear them too.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the members are those above
  interface GlobalEventHandlersEventMap extends ElementEvents {}
}
