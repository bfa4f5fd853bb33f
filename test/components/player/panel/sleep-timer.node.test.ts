/** The sleep timer, with a clock of the test's own. */
import { describe, expect, it } from 'vitest';
import { SleepTimer } from '../../../../src/components/player/panel/sleep-timer.js';

const MINUTE_MS = 60_000;

function timer() {
  const clock = { now: 1_000_000 };
  return { clock, sleep: new SleepTimer(() => clock.now) };
}

describe('SleepTimer', () => {
  it('is off at first, and never due then', () => {
    const { clock, sleep } = timer();
    clock.now += 24 * 60 * MINUTE_MS;
    expect([sleep.chosen, sleep.left, sleep.isDue()]).toEqual([undefined, undefined, false]);
  });

  it('is due once its minutes have passed, and off again after that', () => {
    const { clock, sleep } = timer();
    sleep.set(15);
    clock.now += 15 * MINUTE_MS - 1;
    expect(sleep.isDue()).toBe(false);
    clock.now += 1;
    expect(sleep.isDue()).toBe(true);
    expect([sleep.chosen, sleep.left, sleep.isDue()]).toEqual([undefined, undefined, false]);
  });

  it('says how many seconds are left, never less than none', () => {
    const { clock, sleep } = timer();
    sleep.set(30);
    expect(sleep.left).toBe(1800);
    clock.now += 10 * MINUTE_MS;
    expect([sleep.chosen, sleep.left]).toEqual([30, 1200]);
    clock.now += 60 * MINUTE_MS;
    expect(sleep.left).toBe(0);
  });

  it('begins anew when another length is chosen', () => {
    const { clock, sleep } = timer();
    sleep.set(15);
    clock.now += 14 * MINUTE_MS;
    sleep.set(45);
    clock.now += 44 * MINUTE_MS;
    expect(sleep.isDue()).toBe(false);
    clock.now += MINUTE_MS;
    expect(sleep.isDue()).toBe(true);
  });

  it('can be turned off', () => {
    const { clock, sleep } = timer();
    sleep.set(15);
    sleep.set(undefined);
    clock.now += 60 * MINUTE_MS;
    expect([sleep.chosen, sleep.isDue()]).toEqual([undefined, false]);
  });

  it('waits for the end of the episode without a time', () => {
    const { clock, sleep } = timer();
    sleep.set('end');
    clock.now += 24 * 60 * MINUTE_MS;
    expect([sleep.chosen, sleep.left, sleep.isDue()]).toEqual(['end', undefined, false]);
  });
});
