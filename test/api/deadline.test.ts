import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_DEADLINE_MS, withDeadline, type Deadline } from '../../src/api/deadline.js';
import { DEFAULT_TIMEOUT_MS } from '../../src/api/http.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import { failure } from '../support/operator/failures.js';
import { installVirtualTime, VirtualTime } from '../support/waiting/virtual-time.js';

let time: VirtualTime;
beforeEach(() => {
  installVirtualTime();
  time = new VirtualTime();
});
afterEach(() => vi.restoreAllMocks());

const options: Deadline = { name: 'The flow', timeout: 100 };
/** Work that never ends and does not listen to its signal. */
const endless = () => new Promise<never>(() => undefined);

describe('withDeadline', () => {
  it('resolves to the result of the work, and leaves no listener behind', async () => {
    const { signal } = new AbortController();
    let inner: AbortSignal | undefined;
    const result = await withDeadline({ ...options, signal }, (passed) => {
      inner = passed;
      return Promise.resolve(7);
    });
    expect(result).toBe(7);
    expect(inner?.aborted).toBe(false);
    expect(getEventListeners(inner!, 'abort')).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('rejects with the error of the work', async () => {
    const fault = new PrivatePodcastError('no-feed', 'There is none.');
    await expect(withDeadline(options, () => Promise.reject(fault))).rejects.toBe(fault);
  });

  it.each([undefined, new AbortController().signal])(
    'rejects at the deadline if the work does not listen, and aborts its signal (%#)',
    async (signal) => {
      let inner: AbortSignal | undefined;
      const ended = time.run(() =>
        failure(withDeadline({ ...options, signal }, (passed) => ((inner = passed), endless()))),
      );
      time.advance(99);
      expect(inner?.aborted).toBe(false);
      time.advance(1);
      expect(await ended).toMatchObject({
        code: 'timeout',
        message: 'The flow did not answer in time. Try again.',
      });
      expect(inner?.aborted).toBe(true);
      expect(getEventListeners(inner!, 'abort')).toEqual([]);
    },
  );

  it('gives work the whole time once more, each time that it goes on', async () => {
    let goOn = (): void => expect.fail('the work did not begin');
    const ended = time.run(() =>
      failure(withDeadline(options, (_signal, more) => ((goOn = more), endless()))),
    );
    const onTime = () => time.run(goOn);
    for (let part = 0; part < 3; part++) {
      time.advance(99);
      onTime();
    }
    time.advance(100);
    expect((await ended).code).toBe('timeout');
    expect(time.elapsed).toBe(397);
    // Work that does not listen holds up nothing any more.
    onTime();
    time.advance(100);
  });

  it('rejects when the caller aborts', async () => {
    let inner: AbortSignal | undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const ended = failure(withDeadline({ ...options, signal }, (s) => ((inner = s), endless())));
    controller.abort();
    expect((await ended).code).toBe('aborted');
    expect(inner?.aborted).toBe(true);
    expect(getEventListeners(inner!, 'abort')).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('does not begin if the caller has aborted', async () => {
    const flow = vi.fn(endless);
    const ended = withDeadline({ ...options, signal: AbortSignal.abort() }, flow);
    expect((await failure(ended)).code).toBe('aborted');
    expect(flow).not.toHaveBeenCalled();
  });

  it.each([
    [0.5, 1],
    [20.5, 21],
    [2 ** 31, 2 ** 31 - 1],
  ])('rounds or limits a timeout of %s ms to %i ms', async (timeout, asked) => {
    const spy = vi.mocked(setTimeout);
    await withDeadline({ ...options, timeout }, () => Promise.resolve());
    expect(spy).toHaveBeenLastCalledWith(expect.any(Function), asked);
  });

  it('leaves no timer behind', async () => {
    const cleared = vi.mocked(clearTimeout);
    await withDeadline(options, () => Promise.resolve());
    const timer: unknown = vi.mocked(setTimeout).mock.results.at(-1)?.value;
    expect(cleared).toHaveBeenLastCalledWith(timer);
  });
});

describe('DEFAULT_DEADLINE_MS', () => {
  it('leaves the answer two seconds to reach the element before its timeout', () => {
    expect(DEFAULT_TIMEOUT_MS).toBe(10_000);
    expect(DEFAULT_DEADLINE_MS).toBe(DEFAULT_TIMEOUT_MS - 2_000);
  });
});
