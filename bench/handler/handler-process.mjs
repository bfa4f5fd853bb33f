/** The subscribe handler of a soak, as a publisher runs it: in its own process, behind Node's HTTP server. */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createSubscribeHandler } from '../../dist/publisher.js';

const operatorUrl = String(process.env.OPERATOR_URL);

/** @param {string} key @param {RequestInit} [init] @param {string} [query] */
async function askCache(key, init, query = '') {
  const response = await fetch(`${operatorUrl}/cache/${encodeURIComponent(key)}${query}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error('The cache is down.');
  return response.status === 200 ? text : null;
}

let failures = 0;
const handler = createSubscribeHandler({
  service: {
    tokenUrl: operatorUrl,
    baseUrl: operatorUrl,
    parserUrl: operatorUrl,
    consumeUrl: `${operatorUrl}/consume`,
    clientId: 'client',
    clientSecret: String(process.env.CLIENT_SECRET),
    onboardingOriginId: 'origin',
    extensions: true,
  },
  secret: String(process.env.SUBSCRIBE_SECRET),
  allowedOrigins: ['https://club.example.com'],
  cache: {
    getItem: (key) => askCache(key),
    setItem: (key, body, { ttl } = { ttl: 3600 }) =>
      askCache(key, { method: 'PUT', body }, `?ttl=${ttl}`),
    takeItem: (key) => askCache(key, { method: 'DELETE' }),
  },
  onError: () => failures++,
});

const server = createServer(getRequestListener(handler));
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.send?.({ url: `http://127.0.0.1:${port}/subscribe` });
});

process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed, failures });
});
process.on('disconnect', () => process.exit());
