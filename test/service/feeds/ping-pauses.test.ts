import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveCatalogue } from '../../../src/service/catalogue/live-catalogue.js';
import { createPings, type Pings } from '../../../src/service/feeds/pings.js';

const minute = 60_000;

describe('createPings: several new episodes within five minutes', () => {
  const fetched = vi.fn(() => Promise.resolve(new Response()));
  let pings: Pings;
  const lines: object[] = [];

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetched);
    fetched.mockClear();
    lines.length = 0;
    pings = createPings({
      catalogue: { current: { pings: ['overcast'] } } as unknown as LiveCatalogue,
      publicUrl: 'https://listen.example.com',
      now: () => new Date(),
      log: (line) => lines.push(line),
    });
    pings.newEpisode();
    await vi.advanceTimersByTimeAsync(minute);
    for (let episode = 0; episode < 3; episode += 1) pings.newEpisode();
    expect(fetched).toHaveBeenCalledTimes(1);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('are one ping, five minutes after the last', async () => {
    await vi.advanceTimersByTimeAsync(4 * minute - 1);
    expect(fetched).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('wait as long after a ping that failed', async () => {
    fetched.mockRejectedValueOnce(new TypeError('fetch failed'));
    await vi.advanceTimersByTimeAsync(4 * minute);
    expect(fetched).toHaveBeenCalledTimes(2);
    pings.newEpisode();
    await vi.advanceTimersByTimeAsync(5 * minute - 1);
    expect(fetched).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it('are told of when they fail, once until one goes through', async () => {
    const fail = () => fetched.mockRejectedValueOnce(new TypeError('fetch failed'));
    for (const [isFailing, told] of [
      [true, 1],
      [true, 1],
      [false, 1],
      [true, 2],
    ] as const) {
      if (isFailing) fail();
      pings.newEpisode();
      await vi.advanceTimersByTimeAsync(5 * minute);
      expect(lines).toHaveLength(told);
    }
  });

  it('are none once the service is closed', async () => {
    pings.close();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
