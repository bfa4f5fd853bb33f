/** `pps-episode-play`, `pps-episode-pause`, `pps-episode-end`: what the member hears on the page. */
import { bubbling } from '../../first-load/events.js';

/**
 * An episode plays on the page: it began, or it goes on.
 * @example
 * element.addEventListener('pps-episode-play', ({ guid }) => statistics.count('play', { guid }));
 */
export class PpsEpisodePlayEvent extends Event {
  constructor(
    /** The episode's GUID; if that is the recording's private URL, a hash of title and date. */
    readonly guid: string,
  ) {
    super('pps-episode-play', bubbling);
  }
}

/**
 * The episode on the page was paused: by the member, the sleep timer, another tab, or for another episode.
 * @example
 * element.addEventListener('pps-episode-pause', ({ guid }) => statistics.count('pause', { guid }));
 */
export class PpsEpisodePauseEvent extends Event {
  constructor(
    /** The episode's GUID, as in `PpsEpisodePlayEvent`. */
    readonly guid: string,
  ) {
    super('pps-episode-pause', bubbling);
  }
}

/**
 * The episode on the page was heard to its end.
 * @example
 * element.addEventListener('pps-episode-end', ({ guid }) => statistics.count('end', { guid }));
 */
export class PpsEpisodeEndEvent extends Event {
  constructor(
    /** The episode's GUID, as in `PpsEpisodePlayEvent`. */
    readonly guid: string,
  ) {
    super('pps-episode-end', bubbling);
  }
}
