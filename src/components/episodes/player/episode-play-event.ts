/** `pps-episode-play`: an episode began to play. */
import { bubbling } from '../../first-load/events.js';

/**
 * An episode began to play on the page.
 * @example
 * element.addEventListener('pps-episode-play', ({ guid }) => statistics.count('play', { guid }));
 */
export class PpsEpisodePlayEvent extends Event {
  constructor(
    /** The episode's GUID; a hash of it if the GUID is the recording's private URL. */
    readonly guid: string,
  ) {
    super('pps-episode-play', bubbling);
  }
}
