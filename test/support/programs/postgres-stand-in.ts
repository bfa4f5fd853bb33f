/** A stand-in for a Postgres server, which falls silent or ends connections at the worst moment. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A message of Postgres's protocol. */
function message(type: string, body = ''): Buffer {
  const bytes = Buffer.from(body, 'latin1');
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}
const authenticated = message('R', '\0\0\0\0');
const ready = message('Z', 'I');
const terminated = message(
  'E',
  'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0',
);

export interface PostgresStandIn {
  url: string;
  /** From now on, new connections end in the answer that opens them. */
  endNewOnes(): void;
  /** From now on, nothing is answered, and no connection ends. */
  fallSilent(): void;
  /** Statements that were not answered. */
  unanswered(): number;
  close(): Promise<void>;
}

export async function startPostgresStandIn(): Promise<PostgresStandIn> {
  const sockets = new Set<Socket>();
  let endsAtOnce = false;
  let isSilent = false;
  let unanswered = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('end', () => isSilent || socket.end());
    socket.once('data', () => {
      if (isSilent) return;
      const opened = [authenticated, ready];
      socket.write(Buffer.concat(endsAtOnce ? [...opened, terminated] : opened));
      socket.on('data', (data) => {
        // It takes its leave.
        if (data.toString('latin1', 0, 1) === 'X') return;
        if (isSilent) unanswered += 1;
        else socket.write(Buffer.concat([message('C', 'SELECT 0\0'), ready]));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://tester@127.0.0.1:${(server.address() as AddressInfo).port}/test`,
    endNewOnes: () => void (endsAtOnce = true),
    fallSilent: () => void (isSilent = true),
    unanswered: () => unanswered,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
