/** A real answer of Node's server whose client does not read it yet. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach } from 'vitest';

export interface UnreadAnswer {
  response: ServerResponse;
  client: Socket;
}

/** @returns a function that opens one on a connection of its own, until the test is over */
export function useUnreadAnswers(): () => Promise<UnreadAnswer> {
  const opened: { close(): unknown }[] = [];
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });
  return async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    opened.push(server, { close: () => client.destroy() });
    client.on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n');
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    return { response, client };
  };
}
