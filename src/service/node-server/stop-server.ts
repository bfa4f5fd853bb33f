/** Stops an HTTP server without cutting off what it is answering. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds for requests in progress when the service stops. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Creates the function that closes a server: the connections without a request at once, the others
 * when their requests are answered, and all of them after `timeout` milliseconds. A request is in
 * progress from the end of its head. Node itself would wait for a connection that has sent nothing,
 * as browsers open them, and for half a head.
 */
export function createStop(server: Server, timeout = STOP_TIMEOUT_MS): () => Promise<void> {
  /** The number of requests in progress. */
  const open = new Map<Socket, number>();
  let isStopping = false;

  function count(socket: Socket, change: 1 | -1): void {
    const requests = open.get(socket);
    if (requests === undefined) return;
    open.set(socket, requests + change);
    // Sends what is left of the answer first.
    if (isStopping && requests + change === 0) socket.destroySoon();
  }

  server.on('connection', (socket: Socket) => {
    open.set(socket, 0);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });

  return async () => {
    isStopping = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const [socket, requests] of open) if (requests === 0) socket.destroy();
    const late = setTimeout(() => server.closeAllConnections(), timeout);
    await closed;
    clearTimeout(late);
  };
}
