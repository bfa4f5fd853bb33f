/**
 * The faults of a soak, in the hosts of feeds and in the service itself, each with the outcomes that
 * it explains.
 */
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/**
 * @typedef {import('./mixed-load.mjs').Fault & {
 *   answer?: (response: ServerResponse, good: () => void) => unknown,
 * }} HostFault
 */

/** Longer than the service waits for a host. */
const SLOW_LINGERS_MS = 12_000;
const MEGABYTE = 2 ** 20;
const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE, 0x20));
const xml = { 'content-type': 'application/rss+xml' };
/** The service reads four foreign feeds at a time, and lets sixteen requests wait. */
const queueIsFull = '429 rate-limited';

/** @param {number} status @param {string} location */
const redirecting = (status, location) => (/** @type {ServerResponse} */ response) =>
  response.writeHead(status, { location }).end();

/** Sends 20 MB, unless the service has left. @param {ServerResponse} response */
async function pour(response) {
  response.writeHead(200, xml).write('<rss version="2.0"><channel><title>');
  for (let sent = 0; sent < 20 && !response.destroyed; sent++) {
    response.write(Buffer.alloc(MEGABYTE, 0x61));
    await setTimeout(5);
  }
  response.end();
}

/** Faults in the answers of the host of feeds. @type {Record<string, HostFault>} */
export const hostFaults = {
  slow: {
    where: 'host',
    explains: [queueIsFull],
    answer: async (_, good) => {
      await setTimeout(1_000);
      good();
    },
  },
  hanging: {
    where: 'host',
    // As the element does, the client leaves after 10 s.
    explains: ['504 timeout', 'left', queueIsFull],
    lingers: SLOW_LINGERS_MS,
    answer: () => undefined,
  },
  cut: {
    where: 'host',
    explains: ['502 network'],
    answer: (response) => {
      response.writeHead(200, { ...xml, 'content-length': 10_000 });
      response.write('<rss version="2.0"><channel>', () => response.socket?.resetAndDestroy());
    },
  },
  huge: { where: 'host', explains: ['422 bad-feed', queueIsFull], answer: pour },
  'gzip bomb': {
    where: 'host',
    explains: ['422 bad-feed', queueIsFull],
    answer: (response) => response.writeHead(200, { ...xml, 'content-encoding': 'gzip' }).end(bomb),
  },
  404: {
    where: 'host',
    explains: ['502 unavailable'],
    answer: (response) => response.writeHead(404).end('Not Found'),
  },
  'wrong type': {
    where: 'host',
    explains: ['422 bad-feed'],
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Sign in</title><p>Please sign in.'),
  },
  'redirect loop': {
    where: 'host',
    explains: ['502 network'],
    answer: redirecting(302, '/again'),
  },
  'redirect inside': {
    where: 'host',
    explains: ['403 forbidden'],
    answer: redirecting(302, 'http://127.0.0.1:8080/admin'),
  },
};

/** The service is killed, and started again. */
export const restart = 'killed';

/** @type {Record<string, import('./mixed-load.mjs').Fault>} */
export const faults = {
  ...hostFaults,
  [restart]: {
    where: 'service',
    explains: [
      'no answer (ECONNREFUSED)',
      'no answer (ECONNRESET)',
      'no answer (UND_ERR_SOCKET)',
      'exit 1',
    ],
  },
};
