import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PrivatePodcastError, type ErrorCode } from '../../../src/errors/private-podcast-error.js';
import {
  afterAnyFailure,
  withRetries,
  type RetryOptions,
} from '../../../src/api/requests/retry.js';
import { failure } from '../../support/operator/failures.js';

/** Fails with each of these in turn, then resolves with the number of calls. */
function failing(...failures: [ErrorCode, number?][]) {
  let calls = 0;
  const call = () => {
    const fault = failures[calls++];
    return fault
      ? Promise.reject(new PrivatePodcastError(fault[0], 'It failed.', { retryAfter: fault[1] }))
      : Promise.resolve(calls);
  };
  return { call, calls: () => calls };
}

let time: number;
let waits: number[];
beforeEach(() => {
  time = 0;
  waits = [];
});

/** A clock that only waiting moves. */
const retrying = (more: Partial<RetryOptions> = {}): RetryOptions => ({
  after: afterAnyFailure,
  now: () => time,
  random: () => 0,
  wait: (milliseconds) => {
    waits.push(milliseconds);
    time += milliseconds;
    return Promise.resolve();
  },
  ...more,
});

describe('withRetries', () => {
  it('rejects at once with an error that is not ours', async () => {
    const bug = new TypeError('a bug');
    const call = vi.fn(() => Promise.reject(bug));
    await expect(withRetries(call, retrying())).rejects.toBe(bug);
    expect(call).toHaveBeenCalledTimes(1);
  });
});

describe('withRetries: retryAfter', () => {
  it('is ten seconds too when there is no time for another try', async () => {
    const late = () => {
      time += 5_001;
      return failing(['rate-limited']).call();
    };
    expect((await failure(withRetries(late, retrying()))).retryAfter).toBe(10);
  });
});

describe('withRetries: waits', () => {
  it.each([
    [4000, 2],
    [4001, 1],
  ])(
    'given a first call of %i ms and a wait of a second, makes %i calls',
    async (duration, expected) => {
      const { call, calls } = failing(['rate-limited', 1], ['timeout']);
      const slow = () => {
        time += duration;
        return call();
      };
      await failure(withRetries(slow, retrying()));
      expect(calls()).toBe(expected);
    },
  );

  it('does not wait if the caller has aborted', async () => {
    const { call, calls } = failing(['network']);
    await failure(withRetries(call, retrying({ signal: AbortSignal.abort() })));
    expect([calls(), waits]).toEqual([1, []]);
  });

  it('spreads the calls by Math.random by default', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    await withRetries(failing(['network']).call, retrying({ random: undefined }));
    expect(waits).toEqual([50]);
  });
});

describe('withRetries: the platform’s timer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('repeats the call when the timer ends', async () => {
    const { call, calls } = failing(['rate-limited', 1]);
    const result = withRetries(call, retrying({ wait: undefined }));
    await vi.advanceTimersByTimeAsync(999);
    expect(calls()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe(2);
  });

  it('ends the wait when the caller aborts, and leaves no timer behind', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const { call, calls } = failing(['rate-limited', 2], ['aborted']);
    const waiting = failure(withRetries(call, retrying({ wait: undefined, signal })));
    await vi.advanceTimersByTimeAsync(1);
    expect([calls(), vi.getTimerCount()]).toEqual([1, 1]);
    controller.abort();
    expect((await waiting).code).toBe('aborted');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes its listener off the signal after the wait', async () => {
    const { signal } = new AbortController();
    const { call } = failing(['network', 1]);
    const result = withRetries(call, retrying({ wait: undefined, signal }));
    await vi.advanceTimersByTimeAsync(999);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await result;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
