/** An operator on a bare socket: one server for many cases, each of which fails in one call. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The five calls, by what their request line holds. */
export const calls = {
  '4.1': 'POST /oauth/token',
  '4.2': 'GET /profile/email/',
  '4.3': 'POST /vault/entitlements/auto-onboard',
  '4.4': 'GET /vault/entitlements/',
  '4.5': 'GET /rss',
} as const;

export type CallName = keyof typeof calls;

/** The fault: it writes to the socket whatever it likes. */
export type Fault = (socket: Socket, good: string, call: CallName) => void;

export function answer(status: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status}\r\nconnection: close\r\n${head}\r\n${body}`;
}

export const json = (status: string, body: unknown, headers: Record<string, string> = {}) =>
  answer(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));

function callOf(head: string): CallName | undefined {
  const line = head.replace(/^(\w+) \/[^/]+/, '$1 ');
  const names = Object.keys(calls) as CallName[];
  return names.find((name) => line.startsWith(calls[name]));
}

export interface FaultyOperator {
  /** Base URL of one case. */
  urlOf: (id: string) => string;
  plan: (id: string, call: CallName, fault: Fault) => void;
  /** How often the call of a case was asked for. */
  asked: (id: string, call: CallName) => number;
  close: () => Promise<void>;
}

/** @param goodBodies what each call answers if nothing goes wrong. */
export async function startFaultyOperator(
  goodBodies: Record<CallName, unknown>,
): Promise<FaultyOperator> {
  const plans = new Map<string, Fault>();
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let head = '';
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', onData);
      socket.resume();
      const id = /^\w+ \/([^/]+)/.exec(head)?.[1] ?? '';
      const call = callOf(head);
      if (!call) return void socket.end(answer('404 Not Found', {}));
      const key = `${id} ${call}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const good = json('200 OK', goodBodies[call]);
      const fault = plans.get(key);
      if (fault) fault(socket, good, call);
      else socket.end(good);
    };
    socket.on('data', onData);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (id) => `http://127.0.0.1:${port}/${id}`,
    plan: (id, call, fault) => plans.set(`${id} ${call}`, fault),
    asked: (id, call) => counts.get(`${id} ${call}`) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
