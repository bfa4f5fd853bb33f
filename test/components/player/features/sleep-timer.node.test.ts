/** The sleep timer, with a clock of the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  sleepAfter,
  sleepLeft,
  sleepTimer,
} from '../../../../src/components/player/features/sleep-timer.js';
import type { Playback } from '../../../../src/components/player/playback.js';
import { PlayerStore, type Sleep } from '../../../../src/components/player/player-store.js';

const MINUTE_MS = 60_000;

describe('sleepLeft', () => {
  it('says how many seconds are left, never less than none', () => {
    const sleep = sleepAfter(30, 0);
    const left = [0, 10, 30, 90].map((minutes) => sleepLeft(sleep, minutes * MINUTE_MS));
    expect(left).toEqual([1800, 1200, 0, 0]);
  });

  it('is nothing without a timer, and for the end of the episode', () => {
    expect([sleepLeft(undefined), sleepLeft(sleepAfter('end'))]).toEqual([undefined, undefined]);
  });
});

describe('sleepTimer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function asleep(chosen: Sleep['chosen']) {
    const player = new PlayerStore();
    const media = new EventTarget();
    const done: string[] = [];
    const acting = Object.assign(player, { pause: () => done.push('pause') });
    const timer = sleepTimer(acting as unknown as Playback, () => done.push('say'));
    const opened = new AbortController();
    timer(media as HTMLMediaElement, opened.signal);
    player.set({ sleep: sleepAfter(chosen) });
    const after = (minutes: number, type: string) => {
      vi.advanceTimersByTime(minutes * MINUTE_MS);
      media.dispatchEvent(new Event(type));
      return { done: done.splice(0), chosen: player.state.sleep?.chosen };
    };
    return { after, opened };
  }

  it('pauses and says so once its minutes have passed, and is off again', () => {
    const { after } = asleep(15);
    expect(after(14.99, 'timeupdate')).toEqual({ done: [], chosen: 15 });
    expect(after(0.01, 'timeupdate')).toEqual({ done: ['pause', 'say'], chosen: undefined });
    expect(after(60, 'timeupdate')).toEqual({ done: [], chosen: undefined });
  });

  it('does not stop the sound after a pause in which its time ran out', () => {
    const { after } = asleep(15);
    expect(after(20, 'play')).toEqual({ done: [], chosen: undefined });
    expect(after(1, 'timeupdate')).toEqual({ done: [], chosen: undefined });
  });

  it('outlasts a pause that is shorter', () => {
    const { after } = asleep(15);
    expect(after(10, 'play')).toEqual({ done: [], chosen: 15 });
  });

  it('waits for the end of the episode without a time, and is off then', () => {
    const { after } = asleep('end');
    expect(after(24 * 60, 'timeupdate')).toEqual({ done: [], chosen: 'end' });
    expect(after(0, 'ended')).toEqual({ done: [], chosen: undefined });
  });

  it('leaves a recording alone whose place another has taken', () => {
    const { after, opened } = asleep(15);
    opened.abort();
    expect(after(20, 'timeupdate')).toEqual({ done: [], chosen: 15 });
  });
});
