/** The name by which the page knows an episode. */
import { fnv1a } from '../../podcast/values/guid.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

/** A URL without scheme, query and fragment. */
const locationOf = (url: string) => url.replace(/^https?:/i, '').split(/[?#]/, 1)[0];

/**
 * The episode's GUID. Without one, an episode has the URL of its recording as GUID, which may
 * contain the member's secret: then attributes and events get its hash.
 */
export function publicGuid({ guid, url }: Pick<ShownEpisode, 'guid' | 'url'>): string {
  return url && locationOf(guid) === locationOf(url) ? fnv1a(guid) : guid;
}
