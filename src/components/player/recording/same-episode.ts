/** Finds an episode again after its podcast was loaded anew: the objects are others then. */
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import { publicGuid } from '../../podcast/public-guid.js';

/** The same episode among those of another answer. A feed may use a GUID twice: then title and date tell. */
export function sameEpisode(
  episode: ShownEpisode,
  episodes: readonly ShownEpisode[],
): ShownEpisode | undefined {
  const guid = publicGuid(episode);
  const alike = episodes.filter((other) => publicGuid(other) === guid);
  const { title, publishDate } = episode;
  return (
    alike.find((other) => other.title === title && other.publishDate === publishDate) ?? alike[0]
  );
}
