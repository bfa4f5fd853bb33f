/** Pauses after a while, or at the end of the episode. It is asked as the sound goes on, and needs no timer. */
import type { Playback } from '../playback.js';
import type { Feature, Sleep } from '../player-store.js';

/** @param now in milliseconds since 1970. */
export const sleepAfter = (chosen: Sleep['chosen'], now = Date.now()): Sleep => ({
  chosen,
  due: chosen === 'end' ? Infinity : now + chosen * 60_000,
});

/** Seconds of playing that are left; `undefined` without a timer in minutes. */
export const sleepLeft = (sleep: Sleep | undefined, now = Date.now()): number | undefined =>
  sleep && sleep.due < Infinity ? Math.max(0, (sleep.due - now) / 1000) : undefined;

/** @param say what the member is told when the time is over. */
export const sleepTimer =
  (player: Playback, say: () => void): Feature =>
  (media, signal) => {
    const turnOff = () => player.set({ sleep: undefined });
    const isDue = () => sleepLeft(player.state.sleep) === 0;
    media.addEventListener('ended', turnOff, { signal });
    // A time that ran out in a pause does not stop the sound after it.
    media.addEventListener('play', () => isDue() && turnOff(), { signal });
    const look = () => {
      if (!isDue()) return;
      turnOff();
      player.pause();
      say();
    };
    media.addEventListener('timeupdate', look, { signal });
  };
