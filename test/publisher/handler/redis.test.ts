/** Several processes that share a Redis: through unstorage, and as docs/publisher.md shows it. */
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import redisDriver from 'unstorage/drivers/redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SharedCache } from '../../../src/api/cache/shared-cache.js';
import { createHandoff } from '../../../src/publisher/handoff/handoff.js';
import { describeWith } from '../../support/programs/debian.js';
import { startRedis } from '../../support/programs/redis.js';
import { endpoint, secret } from '../../support/publisher/member.js';
import { testSharedCache } from './shared-cache-driver.js';

const program = 'redis-server';
let redis: Awaited<ReturnType<typeof startRedis>>;

describeWith(program, program, 'createFeedServiceClient: through unstorage’s Redis driver', () => {
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  let bases = 0;
  testSharedCache(() => redisDriver({ url: redis.url, base: `test-${(bases += 1)}` }));
});

describeWith(program, program, 'createHandoff: with the Redis of docs/publisher.md', () => {
  /** The connections of the processes. */
  const connections: Redis[] = [];
  class OfTheTest extends Redis {
    constructor() {
      super(redis.url);
      connections.push(this);
    }
  }
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const connection of connections) connection.disconnect();
    await redis.stop();
  });

  /** The cache of one process, by the document's code as written. */
  function cacheOfDocument(): SharedCache {
    const guide = readFileSync(new URL('../../../docs/publisher.md', import.meta.url), 'utf8');
    const [, code = ''] = /```js\n(import \{ Redis \}[^]*?)```/.exec(guide) ?? [];
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- our own document
    return new Function('Redis', `${code.replace(/^import.*$/m, '')}; return cache;`)(
      OfTheTest,
    ) as SharedCache;
  }

  it('opens each code once, whichever process is asked, and drops it in time', async () => {
    const processes = [0, 1].map(() =>
      createHandoff({
        secret,
        cache: cacheOfDocument(),
        consumeUrl: 'https://listen.example/consume',
      })!,
    );
    const links = await Promise.all(
      Array.from({ length: 20 }, () =>
        processes[0]!.create('https://feeds.example/x', 'owner', endpoint),
      ),
    );
    const [key] = await connections[0]!.keys('*');
    expect(await connections[0]!.ttl(key!)).toBeGreaterThan(500);
    for (const { url } of links) {
      const request = new Request(new URL(url, endpoint));
      const code = new URL(request.url).searchParams.get('h')!;
      const scans = Array.from({ length: 6 }, (_, place) =>
        processes[place % 2]!.redeem(code, request),
      );
      const statuses = (await Promise.all(scans)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 303)).toHaveLength(1);
      expect(await processes[1]!.wasOpened(code, 'owner')).toBe(true);
    }
  });
});
