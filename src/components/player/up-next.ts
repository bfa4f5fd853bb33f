/** The episode to go on with, out of a podcast and what this browser remembers of it. */
import type { ShownEpisode, ShownPodcast } from '../../podcast/shown-podcast.js';
import type { Recalled } from './remembered-listening.js';

export interface UpNext {
  kind: 'continue' | 'new' | 'next' | 'listen';
  episode: ShownEpisode;
  /** In seconds, of an episode to continue; `undefined` if its length is not known. */
  left?: number | undefined;
}

/**
 * @param ordered the episodes in the order of their podcast.
 * @param recall reads what is remembered; nothing, where the page keeps nothing.
 */
export function upNext(
  ordered: readonly ShownEpisode[],
  podcastType: ShownPodcast['podcastType'] | undefined,
  recall: (episode: ShownEpisode) => Recalled | undefined,
): UpNext | undefined {
  const playable = ordered.filter(({ url }) => url);
  let last: UpNext | undefined;
  let latest = -1;
  for (const episode of playable) {
    const heard = recall(episode);
    if (!heard || heard.isHeard || heard.position <= 0 || heard.order < latest) continue;
    const duration = heard.duration ?? episode.duration;
    const left = duration && duration - heard.position;
    // The recording may be shorter than it was: nothing of it is left to hear.
    if (left !== undefined && left <= 0) continue;
    last = { kind: 'continue', episode, left };
    latest = heard.order;
  }
  if (last) return last;
  const isUnheard = (episode: ShownEpisode) => !recall(episode)?.isHeard;
  const full = playable.filter(({ episodeType }) => episodeType?.toLowerCase() !== 'trailer');
  const isSerial = podcastType === 'SERIAL';
  const next = isSerial ? full.find(isUnheard) : full[0];
  if (next && isUnheard(next)) return { kind: isSerial ? 'next' : 'new', episode: next };
  const episode = (isSerial ? playable.find(isUnheard) : undefined) ?? playable[0];
  return episode && { kind: 'listen', episode };
}
