/** Whether another device may play the recording (https://w3c.github.io/remote-playback/). */
import type { Playback } from '../playback.js';
import type { Feature } from '../player-store.js';

export const casting =
  (player: Playback): Feature =>
  (media, signal) => {
    player.set({ canCast: false });
    const { remote } = media as Partial<HTMLMediaElement>;
    if (!remote) return;
    remote.watchAvailability((canCast) => player.set({ canCast })).catch(() => undefined);
    // A browser keeps what it watches.
    signal.addEventListener('abort', () => {
      remote.cancelWatchAvailability().catch(() => undefined);
    });
  };
