/** Lets go of clients that ask for an answer and then do not read it. */
import type { ServerResponse } from 'node:http';

/** Milliseconds for which a client may read nothing of what is ready for it. */
const STALL_TIMEOUT_MS = 30_000;

/** Ends the connection of an answer that waits for its reader. One that is not ready yet may take longer. */
export function endIfStalled(response: ServerResponse, timeout = STALL_TIMEOUT_MS): void {
  response.setTimeout(timeout, () => {
    const { socket } = response;
    if (socket && socket.writableLength > 0) socket.destroy();
  });
}
