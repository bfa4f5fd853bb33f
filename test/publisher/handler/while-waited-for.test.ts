import { afterEach, describe, expect, it, vi } from 'vitest';
import { whileWaitedFor } from '../../../src/publisher/handler/while-waited-for.js';

afterEach(() => vi.useRealTimers());

/** A request whose signal says when it is read. */
function requestWith(signal: AbortSignal) {
  const read = vi.fn(() => signal);
  const request = Object.defineProperty(new Request('https://site.example/'), 'signal', {
    get: read,
  });
  return { request, read };
}

describe('whileWaitedFor', () => {
  it('does not read the signal of a request that is answered at once', async () => {
    vi.useFakeTimers();
    const { request, read } = requestWith(new AbortController().signal);
    expect(await whileWaitedFor(request, () => Promise.resolve('answer'))).toBe('answer');
    await vi.runAllTimersAsync();
    expect(read).not.toHaveBeenCalled();
  });

  it.each(['before it is read', 'later'])('aborts work whose client left %s', async (when) => {
    vi.useFakeTimers();
    const client = new AbortController();
    const { request } = requestWith(client.signal);
    let given: AbortSignal | undefined;
    const work = whileWaitedFor(request, (signal) => {
      given = signal;
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('left'))),
      );
    });
    const ended = expect(work).rejects.toThrow('left');
    if (when === 'later') await vi.advanceTimersByTimeAsync(1000);
    client.abort();
    await vi.advanceTimersByTimeAsync(1000);
    await ended;
    expect(given?.aborted).toBe(true);
  });
});
