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
  const recalled = new Map(playable.map((episode) => [episode, recall(episode)]));
  let last: { episode: ShownEpisode; heard: Recalled } | undefined;
  for (const [episode, heard] of recalled) {
    if (!heard || heard.isHeard || heard.position <= 0) continue;
    if (!last || heard.order > last.heard.order) last = { episode, heard };
  }
  if (last) {
    const duration = last.heard.duration ?? last.episode.duration;
    const left = duration ? Math.max(0, duration - last.heard.position) : undefined;
    return { kind: 'continue', episode: last.episode, left };
  }
  const isUnheard = (episode: ShownEpisode) => !recalled.get(episode)?.isHeard;
  const full = playable.filter(({ episodeType }) => episodeType?.toLowerCase() !== 'trailer');
  const isSerial = podcastType === 'SERIAL';
  const next = isSerial ? full.find(isUnheard) : full[0];
  if (next && isUnheard(next)) return { kind: isSerial ? 'next' : 'new', episode: next };
  const episode = (isSerial ? playable.find(isUnheard) : undefined) ?? playable[0];
  return episode && { kind: 'listen', episode };
}
