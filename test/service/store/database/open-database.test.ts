/** Connections of their own, on a stand-in for Postgres that ends them in the answer that opens them. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '../../../../src/service/store/database/open-database.js';

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

describe('connectDatabase', () => {
  let server: Server;
  let url: string;
  /** Whether connections end as soon as they are open. */
  let endsAtOnce = false;
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        const opened = [authenticated, ready];
        socket.write(Buffer.concat(endsAtOnce ? [...opened, terminated] : opened));
        socket.on('data', () => socket.write(Buffer.concat([message('C', 'SELECT 0\0'), ready])));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `postgres://tester@127.0.0.1:${(server.address() as AddressInfo).port}/test`;
  });
  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  it.each([
    ['its own', () => url],
    ["a caller's Pool", () => new Pool({ connectionString: url })],
  ])('survives that %s loses a connection that was just opened', async (_name, from) => {
    endsAtOnce = false;
    const given = from();
    const database = await connectDatabase({ database: given });
    endsAtOnce = true;
    const { connection, close } = await database.connect!();
    await expect(connection.query('select 1')).rejects.toThrow(/not queryable|terminat/i);
    close();
    await database.close();
    if (given instanceof Pool) await given.end();
  });
});
