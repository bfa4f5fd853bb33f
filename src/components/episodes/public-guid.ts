/** What the page may know an episode by. */
import { hashOf } from '../../podcast/guid.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

/**
 * The episode's GUID. An address may be the member's own, as that of a recording, by which an
 * episode without a GUID is known, or one with a query: the page's attributes and events get a
 * hash in its place.
 */
export function publicGuid({ guid, url }: ShownEpisode): string {
  const mayBeSecret = (url && guid.startsWith(url)) || /^https?:.*\?/i.test(guid);
  return mayBeSecret ? hashOf(guid) : guid;
}
