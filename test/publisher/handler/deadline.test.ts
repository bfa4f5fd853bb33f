/** No member waits longer than the deadline, and nothing goes on for a member who has left. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import type { SubscribeHandlerOptions } from '../../../src/publisher/handler/handler-options.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { installVirtualTime, VirtualTime } from '../../support/waiting/virtual-time.js';
import { ask, clock, endpoint, page, secret, tokenFor } from '../../support/publisher/member.js';

let errors: PrivatePodcastError[];
beforeEach(() => (errors = []));

const handlerWith = (more: Partial<SubscribeHandlerOptions>) =>
  createSubscribeHandler({
    service: { privateFeed: () => new Promise(() => undefined) },
    secret,
    allowedOrigins: [page],
    onError: (error) => errors.push(error),
    ...clock,
    ...more,
  });

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

describe('createSubscribeHandler: deadline', () => {
  it('answers 504 if a publisher’s own service ignores the deadline', async () => {
    const response = await handlerWith({ deadline: 20 })(ask(await tokenFor()));
    expect(response.status).toBe(504);
    expect(await codeOf(response)).toBe('timeout');
    expect(errors.map(({ code }) => code)).toEqual(['timeout']);
  });

  it('answers 503 if the cache does not answer', async () => {
    const never = () => new Promise(() => undefined);
    const handler = handlerWith({
      deadline: 20,
      service: {
        privateFeed: never as never,
        publicEndpoints: { consumeUrl: 'https://listen.example/consume', parserFormat: 'service' },
      },
      cache: { getItem: never, setItem: never },
    });
    const scanned = await handler(new Request(`${endpoint}?h=${'a'.repeat(22)}`));
    expect(scanned.status).toBe(503);
    expect(errors.map(({ code }) => code)).toEqual(['timeout']);
  });
});

describe('createSubscribeHandler: default deadline', () => {
  afterEach(() => vi.restoreAllMocks());

  it('answers 504 after 8 s, under the 10 s after which the element gives up', async () => {
    installVirtualTime();
    const time = new VirtualTime();
    const privateFeed = vi.fn(() => new Promise<never>(() => undefined));
    const handler = handlerWith({ service: { privateFeed } });
    const request = ask(await tokenFor());
    let status: number | undefined;
    void time.run(() => handler(request)).then((response) => (status = response.status));
    await expect.poll(() => privateFeed).toHaveBeenCalled();
    time.advance(7_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(status).toBeUndefined();
    time.advance(1);
    await expect.poll(() => status).toBe(504);
  });
});

describe('createSubscribeHandler: a member who leaves', () => {
  it.each([
    ['privateFeed', 'GET', ''],
    ['privateFeed', 'GET', '?fresh'],
    ['privateFeed', 'POST', '?handoff'],
    ['privateFeed', 'POST', '?handoff&for=mail'],
    ['connections', 'GET', '?connections'],
    ['resetFeed', 'POST', '?reset'],
  ] as const)(
    'aborts the signal that %s of a publisher’s own service was given: %s %s',
    async (call, method, query) => {
      const signals: (AbortSignal | undefined)[] = [];
      const wait = ({ signal }: { signal?: AbortSignal | undefined }) => {
        signals.push(signal);
        return new Promise<never>(() => undefined);
      };
      const fail = () => Promise.reject(new Error('another call'));
      const service = {
        privateFeed: fail,
        connections: fail,
        resetFeed: fail,
        publicEndpoints: { consumeUrl: 'https://listen.example/consume', parserFormat: 'service' },
        [call]: wait,
      } as const;
      // Only the member's leaving can end it.
      const handler = handlerWith({ service, deadline: 3_600_000 });
      const controller = new AbortController();
      const { headers } = ask(await tokenFor());
      const { signal } = controller;
      const answered = handler(new Request(endpoint + query, { method, headers, signal }));
      await expect.poll(() => signals).toHaveLength(1);
      expect(signals[0]?.aborted).toBe(false);
      controller.abort();
      await answered;
      expect(signals[0]?.aborted).toBe(true);
      expect(errors).toEqual([]);
    },
  );
});
