/** What the page may know an episode by. */
import { hashOf } from '../../podcast/guid.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

/**
 * The episode's GUID. One without is known by its recording's address, which may be the member's
 * own: the page's attributes and events get a hash in its place.
 */
export function publicGuid({ guid, url }: ShownEpisode): string {
  return url && guid.startsWith(url) ? hashOf(guid) : guid;
}
