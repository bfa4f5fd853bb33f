// @ts-check
/** A server on the port that was asked for, on the usual one, or on any that is free. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import { PrivatePodcastError } from 'private-podcast-subscribe/api';

/**
 * Listens at once, because what it serves often has to know its own URL.
 * @param {object} options
 * @param {string} options.host
 * @param {number} [options.port] Default: any that is free.
 * @param {number} [options.usualPort] Tried first where no port is given.
 * @param {import('./certificate.js').Certificate} [options.certificate] With one it speaks https.
 * @throws {PrivatePodcastError} `config` if the port cannot be used.
 */
export async function openServer({ host, port, usualPort = 0, certificate }) {
  const server = certificate
    ? createTlsServer({ cert: certificate.chain, key: certificate.key })
    : createServer();
  try {
    await listen(server, host, port ?? usualPort);
  } catch (cause) {
    if (port !== undefined || codeOf(cause) !== 'EADDRINUSE') throw explain(cause, port);
    await listen(server, host, 0);
  }
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const authority = `${host.includes(':') ? `[${host}]` : host}:${taken}`;
  return {
    url: `${certificate ? 'https' : 'http'}://${authority}`,
    /** @param {(request: Request) => Response | Promise<Response>} fetch Answers from now on. */
    answer(fetch) {
      server.on('request', getRequestListener(fetch));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * @param {import('node:net').Server} server
 * @param {string} host
 * @param {number} port
 */
async function listen(server, host, port) {
  server.listen(port, host);
  await once(server, 'listening');
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);

/**
 * @param {unknown} cause
 * @param {number} [port]
 */
function explain(cause, port) {
  const message = port
    ? `Port ${port} is in use or not allowed. Choose another with --port.`
    : 'No port could be opened. Choose another address with --host.';
  return new PrivatePodcastError('config', message, { cause });
}
