/** The subscribe handler of a soak, as a publisher runs it: in its own process, behind Node's HTTP server. */
import { getRequestListener } from '@hono/node-server';
import { createSubscribeHandler } from '../../dist/publisher.js';
import { listen } from '../listen.mjs';
import '../memory-probe.mjs';
import { serviceAt } from './service-at.mjs';

const operatorUrl = String(process.env.OPERATOR_URL);

/** @param {string} key @param {RequestInit} [init] @param {string} [query] */
async function askCache(key, init, query = '') {
  const response = await fetch(`${operatorUrl}/cache/${encodeURIComponent(key)}${query}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error('The cache is down.');
  return response.status === 200 ? text : null;
}

const handler = createSubscribeHandler({
  service: { ...serviceAt(operatorUrl), extensions: true },
  secret: String(process.env.SUBSCRIBE_SECRET),
  allowedOrigins: ['https://club.example.com'],
  cache: {
    getItem: (key) => askCache(key),
    setItem: (key, body, { ttl } = { ttl: 3600 }) =>
      askCache(key, { method: 'PUT', body }, `?ttl=${ttl}`),
    takeItem: (key) => askCache(key, { method: 'DELETE' }),
  },
  // The clients see what goes wrong, and judge it.
  onError: () => undefined,
});

const { url } = await listen(getRequestListener(handler));
process.send?.({ url: `${url}/subscribe` });
process.on('disconnect', () => process.exit());
