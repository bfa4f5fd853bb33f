/** The tests of processes that share a cache, for any driver of unstorage. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStorage, type Driver, type Storage } from 'unstorage';
import type { SharedCache } from '../../../src/api/cache/shared-cache.js';
import { createFeedServiceClient, type FeedServiceConfig } from '../../../src/api/client.js';
import { createSubscribeHandler } from '../../../src/publisher/handler/subscribe-handler.js';
import { expectNoSecret } from '../../support/operator/failures.js';
import { ask, page, secret, tokenFor, clock } from '../../support/publisher/member.js';
import {
  configFor,
  secrets,
  startOperator,
  type Operator,
} from '../../support/operator/operator.js';

const member = { email: secrets.email, sku: 'sid:one' };

/** @param driver makes one that no other test shares */
export function testSharedCache(driver: () => Driver): void {
  let operator: Operator;
  let now: number;
  beforeEach(async () => {
    operator = await startOperator();
    now = Date.now();
  });
  afterEach(() => operator.close());

  const processWith = (cache: SharedCache, more: Partial<FeedServiceConfig> = {}) =>
    createFeedServiceClient({ ...configFor(operator.url), cache, now: () => now, ...more });
  const lines = () => operator.seen.map(({ method, path }) => `${method} ${path.split('?')[0]}`);

  let storage: Storage;
  beforeEach(() => (storage = createStorage({ driver: driver() })));
  afterEach(() => storage.dispose());

  it('asks the operator whose the address is after a minute, and for the link after five', async () => {
    await processWith(storage).privateFeed(member);
    expect(lines()).toHaveLength(4);
    for (const [passed, asked] of [
      [59_999, []],
      [1, ['profile']],
      [239_999, ['profile']],
      [1, ['access']],
    ] as const) {
      now += passed;
      operator.seen.length = 0;
      await processWith(storage).privateFeed(member);
      expect(lines().map((line) => /profile|access$/.exec(line)?.[0])).toEqual(asked);
    }
  });

  it('lets a handler answer from what another process stored', async () => {
    const handlerOf = () =>
      createSubscribeHandler({
        service: configFor(operator.url),
        secret,
        allowedOrigins: [page],
        cache: storage,
        ...clock,
      });
    const [first, second] = [handlerOf(), handlerOf()];
    expect((await first(ask(await tokenFor()))).status).toBe(200);
    const response = await second(ask(await tokenFor()));
    expect(await response.json()).toMatchObject({ feedUrl: secrets.feedUrl, handoff: true });
    expect(operator.seen).toHaveLength(4);
  });

  it('stores nothing readable about member or feed', async () => {
    await processWith(storage).privateFeed(member);
    const keys = await storage.getKeys();
    expect(keys.length).toBe(4);
    const values = await Promise.all(keys.map((key) => storage.getItem(key)));
    expectNoSecret(JSON.stringify([keys, values]), ['email|5f1', 'ent:1', 'sid:one', 'client-1']);
  });
}
