import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDeadline } from '../../src/api/deadline.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import { failure } from '../support/failures.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const options = { name: 'The flow', milliseconds: 100 };
/** A flow that never ends, whatever its signal says. */
const endless = () => new Promise<never>(() => undefined);

describe('a deadline', () => {
  it('gives what the flow gives, and leaves nothing behind', async () => {
    const { signal } = new AbortController();
    let inner: AbortSignal | undefined;
    const result = await withDeadline({ ...options, signal }, (passed) => {
      inner = passed;
      return Promise.resolve(7);
    });
    expect(result).toBe(7);
    expect(inner?.aborted).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('passes on the error of the flow', async () => {
    const fault = new PrivatePodcastError('no-feed', 'There is none.');
    await expect(withDeadline(options, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a flow that does not listen, and aborts its signal', async () => {
    let inner: AbortSignal | undefined;
    const { signal } = new AbortController();
    const ended = failure(withDeadline({ ...options, signal }, (s) => ((inner = s), endless())));
    await vi.advanceTimersByTimeAsync(99);
    expect(inner?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await ended).toMatchObject({
      code: 'timeout',
      message: 'The flow did not answer in time. Try again.',
    });
    expect(inner?.aborted).toBe(true);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends when the caller leaves', async () => {
    let inner: AbortSignal | undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ended = failure(withDeadline({ ...options, signal }, (s) => ((inner = s), endless())));
    controller.abort();
    expect((await ended).code).toBe('aborted');
    expect(inner?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not begin for a caller who has left', async () => {
    const flow = vi.fn(endless);
    const ended = withDeadline({ ...options, signal: AbortSignal.abort() }, flow);
    expect((await failure(ended)).code).toBe('aborted');
    expect(flow).not.toHaveBeenCalled();
  });
});
