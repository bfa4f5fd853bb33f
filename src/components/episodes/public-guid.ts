/** What the page may know an episode by. */
import { hashOf } from '../../podcast/values/guid.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

/** Where an address leads, by whatever scheme and with whatever query. */
const placeOf = (address: string) => address.replace(/^https?:|[?#].*$/gi, '');

/**
 * The episode's GUID. One without is known by its recording's address, which may be the member's
 * own: the page's attributes and events get a hash in its place.
 */
export function publicGuid({ guid, url }: Pick<ShownEpisode, 'guid' | 'url'>): string {
  return url && placeOf(guid) === placeOf(url) ? hashOf(guid) : guid;
}
