/** Reads the state of the media element, and the kind of an episode's recording; and waits for the sound. */
import type { ShownEpisode } from '../../../podcast/shown-podcast.js';
import type { Listened } from '../remembered-listening.js';

/** Seconds of playing after which the position is saved again, and before the end that count as heard. */
export const SAVE_INTERVAL_S = 5;

export const isVideo = ({ contentType, url = '' }: ShownEpisode): boolean =>
  contentType
    ? /^video\//i.test(contentType)
    : /\.(mp4|m4v|mov|webm)$/i.test(url.split(/[?#]/)[0] ?? '');

/** `undefined` before the recording is there, and for a live one, which has no length. */
export function heardSoFar(media: HTMLMediaElement | undefined): Listened | undefined {
  const { currentTime = 0, duration = NaN, ended = false } = media ?? {};
  if (!Number.isFinite(duration) && !ended) return undefined;
  const isHeard: boolean =
    ended || duration - currentTime < Math.min(SAVE_INTERVAL_S, duration / 20);
  return { position: isHeard ? 0 : currentTime, duration, isHeard };
}

/** Milliseconds for which the player waits for the sound. */
const HEAD_START_MS = 400;

/**
 * On a slow line the sound comes before the player, unless it takes its time.
 * @param signal ends the wait.
 */
export function waitForSound(
  media: HTMLMediaElement | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, HEAD_START_MS);
    for (const type of ['playing', 'error']) media?.addEventListener(type, end, { once: true });
    signal?.addEventListener('abort', end);
  });
}
