/** One recording at a time: of all elements on the page, and of all tabs with this site. */
import type { Feature } from '../player-store.js';

/** The recording of this page that plays, in whichever element. */
let playing: HTMLMediaElement | undefined;

/**
 * Pauses this recording when another starts on the page, in another element or in another tab, and
 * those when this one starts. Other tabs learn the time of the start, and nothing else.
 */
export const pauseOthers: Feature = (media, signal) => {
  let startedAt = 0;
  const channel = openChannel();
  if (channel) {
    // Of two that start together the later one plays on.
    channel.onmessage = ({ data }) => data > startedAt && media.pause();
  }
  const start = () => {
    if (playing !== media) playing?.pause();
    playing = media;
    startedAt = Date.now();
    channel?.postMessage(startedAt);
  };
  media.addEventListener('play', start, { signal });
  if (!media.paused) start();
  signal.addEventListener('abort', () => {
    channel?.close();
    if (playing === media) playing = undefined;
  });
};

/** A page may have no channels, or be refused them: a frame with an opaque origin is. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('pps-play');
  } catch {
    return undefined;
  }
}
