/** When the element asks again whether an app has fetched the feed, by a clock that the test owns. */
import { describe, expect, it } from 'vitest';
import { poll, type PollClock } from '../../../src/components/connected-apps/poll.js';

/** More waits than any poll may take: one that never ends fails instead of hanging. */
const TOO_MANY = 20;

function clock(untilVisible: PollClock['untilVisible'] = () => Promise.resolve()) {
  const waits: number[] = [];
  const wait = (milliseconds: number) => {
    waits.push(milliseconds);
    return waits.length > TOO_MANY ? Promise.reject(new Error('No end.')) : Promise.resolve();
  };
  return { waits, wait, untilVisible };
}

/** Asks until the answer is the one of this number. */
function question(last = Infinity) {
  const seen = { asked: 0 };
  return { seen, ask: () => Promise.resolve((seen.asked += 1) >= last) };
}

describe('poll', () => {
  it('ends when the answer is true', async () => {
    const { seen, ask } = question(3);
    const { waits, ...times } = clock();
    await poll(ask, new AbortController().signal, times);
    expect([seen.asked, waits.length]).toEqual([3, 3]);
  });

  it('ends without another question when it is aborted during a wait', async () => {
    const { seen, ask } = question();
    const leaving = new AbortController();
    const { waits, ...times } = clock(() => {
      if (waits.length === 2) leaving.abort();
      return Promise.resolve();
    });
    await poll(ask, leaving.signal, times);
    expect(seen.asked).toBe(1);
  });

  it('asks nothing until the page is visible', async () => {
    const { seen, ask } = question(1);
    let show!: () => void;
    const visible = new Promise<void>((resolve) => (show = resolve));
    const { waits, ...times } = clock(() => visible);
    const polling = poll(ask, new AbortController().signal, times);
    await Promise.resolve();
    expect([waits.length, seen.asked]).toEqual([1, 0]);
    show();
    await polling;
    expect(seen.asked).toBe(1);
  });
});
