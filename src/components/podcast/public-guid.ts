/** The name by which the page knows an episode. */
import { fnv1a } from '../../podcast/values/guid.js';
import type { ShownEpisode } from '../../podcast/shown-podcast.js';

/** A URL without scheme, query and fragment. */
const locationOf = (url: string) => url.replace(/^https?:/i, '').split(/[?#]/, 1)[0];

/**
 * The episode's GUID. Without one, an episode has the URL of its recording as GUID, which may contain the
 * member's secret, and changes with it: then the page gets a hash of title and date, the same for every
 * member and every link.
 */
export function publicGuid({
  guid,
  url,
  title,
  publishDate = '',
}: Pick<ShownEpisode, 'guid' | 'url' | 'title' | 'publishDate'>): string {
  return url && locationOf(guid) === locationOf(url) ? fnv1a(`${title}\n${publishDate}`) : guid;
}
