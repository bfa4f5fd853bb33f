/** The page's wish to play an episode, by the element's `play`. */
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { PlayOptions } from '../element/element-host.js';
import { publicGuid } from '../podcast/public-guid.js';
import { warn } from '../page/warn.js';

export interface RequestedEpisode {
  /** `undefined` if the podcast has no such episode to play. */
  episode: ShownEpisode | undefined;
  /** In seconds; 0: where the member stopped. */
  at: number;
}

/**
 * Tells the page's developer, in the console, what is wrong with it.
 * @param guid the feed's, or as the page knows it.
 */
export function requestedEpisode(
  podcast: ShownPodcast | undefined,
  guid: string,
  options: PlayOptions | undefined,
): RequestedEpisode {
  const { at = 0 } = options ?? {};
  const isTime = Number.isFinite(at) && at >= 0;
  if (!guid || typeof guid !== 'string' || !isTime) {
    warn(
      'play() needs the GUID of an episode, as the feed or `pps-episode-play` has it; its `at` must be a number of seconds, such as 90.',
      'bad-input',
    );
  }
  const episode = podcast?.episodes.find(
    (each) => each.url && (each.guid === guid || publicGuid(each) === guid),
  );
  return { episode, at: isTime ? at : 0 };
}
