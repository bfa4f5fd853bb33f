/** Every event of the element, by its name: listeners and frameworks' templates are typed by it. */
import type { PpsNoAccessEvent, PpsTokenExpiredEvent } from '../handler/access-events.js';
import type { PpsAppSelectEvent } from '../actions/app-select-event.js';
import type { PpsConnectedEvent } from '../connections/connected-event.js';
import type { PpsEpisodePlayEvent } from '../episodes/player/episode-play-event.js';
import type { PpsErrorEvent, PpsReadyEvent } from '../first-load/events.js';

export interface ElementEvents {
  'pps-ready': PpsReadyEvent;
  'pps-no-access': PpsNoAccessEvent;
  'pps-error': PpsErrorEvent;
  'pps-token-expired': PpsTokenExpiredEvent;
  'pps-app-select': PpsAppSelectEvent;
  'pps-connected': PpsConnectedEvent;
  'pps-episode-play': PpsEpisodePlayEvent;
}

declare global {
  // Events bubble: documents and windows hear them too.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the members are those above
  interface GlobalEventHandlersEventMap extends ElementEvents {}
}
