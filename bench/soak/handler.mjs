/**
 * The publisher's handler in a soak, as docs/publisher.md mounts it: on Node's server, with Redis as the shared
 * cache.
 *
 *   node handler.mjs PORT '{"operator", "consumeUrl", "redis", "secret", "client": {…}}'
 */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createStorage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { createSubscribeHandler } from '../../dist/publisher.js';

const [port, options = '{}'] = process.argv.slice(2);
const { operator, consumeUrl, redis, secret, client } = JSON.parse(options);

const subscribe = createSubscribeHandler({
  service: {
    tokenUrl: operator,
    baseUrl: operator,
    parserUrl: operator,
    consumeUrl,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    onboardingOriginId: 'site',
    extensions: true,
  },
  secret,
  allowedOrigins: ['https://www.example.com'],
  cache: createStorage({ driver: redisDriver({ url: redis }) }),
});
createServer(getRequestListener(subscribe)).listen(Number(port), '127.0.0.1');
