/** Several processes that share a Redis. */
import { afterAll, beforeAll } from 'vitest';
import redisDriver from 'unstorage/drivers/redis';
import { describeWith } from '../../support/programs/debian.js';
import { startRedis } from '../../support/programs/redis.js';
import { testSharedCache } from './shared-cache-driver.js';

const name = 'createFeedServiceClient: through unstorage’s Redis driver';
describeWith('redis-server', 'redis-server', name, () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  let bases = 0;
  testSharedCache(() => redisDriver({ url: redis.url, base: `test-${(bases += 1)}` }));
});
