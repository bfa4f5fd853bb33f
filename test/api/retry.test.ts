import { describe, expect, it } from 'vitest';
import { PrivatePodcastError, type ErrorCode } from '../../src/errors/private-podcast-error.js';
import { afterAnyFailure, afterRefusal, withRetries } from '../../src/api/retry.js';
import { failure } from '../support/failures.js';

/** Fails with each of these in turn, then gives how often it was called. */
function failing(...failures: [ErrorCode, number?][]) {
  let calls = 0;
  const call = () => {
    const fault = failures[calls++];
    return fault
      ? Promise.reject(new PrivatePodcastError(fault[0], 'failed', { retryAfter: fault[1] }))
      : Promise.resolve(calls);
  };
  return { call, calls: () => calls };
}

const soon = { after: afterAnyFailure, now: () => 0, random: () => 0 };

it.each<ErrorCode>(['network', 'unavailable', 'rate-limited'])(
  'tries again after %s',
  async (code) => {
    expect(await withRetries(failing([code], [code]).call, soon)).toBe(3);
  },
);

it.each<ErrorCode>(['timeout', 'unauthorized', 'bad-response', 'no-access', 'aborted'])(
  'does not after %s',
  async (code) => {
    const { call, calls } = failing([code]);
    expect((await failure(withRetries(call, soon))).code).toBe(code);
    expect(calls()).toBe(1);
  },
);

it('repeats what changes something only where it was surely not carried out', async () => {
  const refused = failing(['rate-limited']);
  expect(await withRetries(refused.call, { ...soon, after: afterRefusal })).toBe(2);
  for (const code of ['network', 'unavailable'] as const) {
    const ambiguous = failing([code]);
    await failure(withRetries(ambiguous.call, { ...soon, after: afterRefusal }));
    expect(ambiguous.calls()).toBe(1);
  }
});

it('tries three times in all', async () => {
  const { call, calls } = failing(['network'], ['network'], ['network'], ['network']);
  expect((await failure(withRetries(call, soon))).code).toBe('network');
  expect(calls()).toBe(3);
});

it('leaves a long wait to the caller', async () => {
  const { call, calls } = failing(['rate-limited', 3]);
  expect(await failure(withRetries(call, soon))).toMatchObject({ retryAfter: 3 });
  expect(calls()).toBe(1);
});

it('stops where its patience is over', async () => {
  let now = 0;
  const { call, calls } = failing(['network'], ['network']);
  const slow = () => {
    now += 4000;
    return call();
  };
  await failure(withRetries(slow, { ...soon, now: () => now }));
  expect(calls()).toBe(2);
});

describe('waiting', () => {
  it('is as long as the server asked, and jittered beyond', async () => {
    const begun = performance.now();
    await withRetries(failing(['rate-limited', 1]).call, { ...soon, random: () => 0.5 });
    // Timers may fire a millisecond early.
    expect(performance.now() - begun).toBeGreaterThan(1098);
  });

  it('ends when the caller aborts', async () => {
    const controller = new AbortController();
    const { call, calls } = failing(['rate-limited', 2], ['aborted']);
    const begun = performance.now();
    const waiting = failure(withRetries(call, { ...soon, signal: controller.signal }));
    await expect.poll(calls).toBe(1);
    controller.abort();
    expect((await waiting).code).toBe('aborted');
    expect(performance.now() - begun).toBeLessThan(1500);
  });
});
