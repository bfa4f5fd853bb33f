import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createLookup } from '../../../src/service/feeds/resolver.js';

const opened: (() => unknown)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/**
 * A name server: answers a question for an A record with this IP address, or not at all. With an IPv6
 * address it answers for an AAAA record, and says that there is no A record.
 */
async function nameServer(address?: number[]): Promise<{ server: string; asked: () => number }> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port }) => {
    asked++;
    const type = question.readUInt16BE(question.length - (question.length > 40 ? 15 : 4));
    if (!address) return;
    const wanted = address.length === 4 ? 1 : 28;
    if (type !== wanted && wanted === 1) return;
    const found = type === wanted ? 1 : 0;
    const header = [question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, found, 0, 0, 0, 0];
    const name = question.subarray(12, question.indexOf(0, 12) + 5);
    const record = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
    const answer = [...header, ...name, ...(found ? record : [])];
    socket.send(Buffer.from(answer), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  opened.push(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked: () => asked };
}

function lookUp(hostname: string, server?: string) {
  const lookup = createLookup(server === undefined ? undefined : [server]);
  return new Promise<unknown>((resolve) => {
    lookup(hostname, { all: true }, (error: NodeJS.ErrnoException | null, addresses) =>
      resolve(error?.code ?? addresses),
    );
  });
}

describe('createLookup', () => {
  it.each(['localhost', 'LOCALHOST.', 'show.localhost'])(
    'asks no name server for %s',
    async (name) => {
      const { server, asked } = await nameServer([93, 184, 216, 34]);
      expect(await lookUp(name, server)).toEqual([{ address: '127.0.0.1', family: 4 }]);
      expect(asked()).toBe(0);
    },
  );

  it('uses the IPv4 addresses if no name server answers for IPv6', async () => {
    const { server } = await nameServer([93, 184, 216, 34]);
    expect(await lookUp('show.example', server)).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });

  it('uses the IPv6 addresses of a host that has no others', async () => {
    const bytes = [0x26, 0x06, 0x28, 0, ...Array<number>(11).fill(0), 1];
    const { server } = await nameServer(bytes);
    expect(await lookUp('show.example', server)).toEqual([{ address: '2606:2800::1', family: 6 }]);
  });

  it('reports an error when a name server does not answer', async () => {
    const { server, asked } = await nameServer();
    expect(await lookUp('show.example', server)).toBe('ETIMEOUT');
    expect(asked()).toBeGreaterThan(0);
  });
});
