/** What the element tells of an episode that plays. */
import { bubbling } from '../events.js';

/** An episode began to play on the page. */
export class PpsEpisodePlayEvent extends Event {
  constructor(readonly guid: string) {
    super('pps-episode-play', bubbling);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'pps-episode-play': PpsEpisodePlayEvent;
  }
}
