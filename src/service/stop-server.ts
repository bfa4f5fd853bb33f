/** Stops an HTTP server without cutting off what it is answering. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds for requests in progress when the service stops. */
const STOP_TIMEOUT_MS = 10_000;
/** Milliseconds after which a connection whose request was finished is closed, too. */
const IDLE_CHECK_MS = 50;

/**
 * Creates the function that closes a server: its idle connections at once, the others when their
 * request is answered, and all of them after `timeout` milliseconds.
 */
export function createStop(server: Server, timeout = STOP_TIMEOUT_MS): () => Promise<void> {
  // Node does not count a connection as idle that has never sent a request: browsers open those.
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of unused) socket.destroy();
    // A client may keep its connection open after its last answer.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const late = setTimeout(() => server.closeAllConnections(), timeout);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
  };
}
