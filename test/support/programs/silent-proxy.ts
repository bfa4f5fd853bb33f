/** A way to a Postgres server on which connections can fall silent, as they do when a router forgets them. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SilentProxy {
  /** The URL of a database, through the proxy. */
  urlOf(database: string): string;
  /**
   * From now on, connections that listen for notifications pass nothing on, in either direction,
   * and stay open; new ones too.
   */
  silence(): void;
  /** New connections work again. Those that fell silent stay so. */
  restore(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(database: string): Promise<SilentProxy> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const listening = new Set<{ isSilent: boolean }>();

  const server = createServer((client) => {
    const state = { isSilent: false };
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        for (const each of [client, upstream]) each.destroy();
      });
    }
    client.on('data', (data: Buffer) => {
      if (data.includes('listen pps_changes')) {
        listening.add(state);
        state.isSilent = isSilent;
      }
      if (!state.isSilent) upstream.write(data);
    });
    upstream.on('data', (data: Buffer) => {
      if (!state.isSilent) client.write(data);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    urlOf(url) {
      const through = new URL(url);
      through.port = String(port);
      return through.href;
    },
    silence() {
      isSilent = true;
      for (const state of listening) state.isSilent = true;
    },
    restore() {
      isSilent = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
