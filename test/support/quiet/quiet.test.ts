/** Breaks what `quiet.ts` asks of each test, and sees it notice. */
import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { withDeadline } from '../../../src/api/deadline.js';
import { warn } from '../../../src/components/page/warn.js';
import { lendDatabase } from '../feed-service/lent-database.js';
import { forget, pending } from './traces.js';

const whats = () => pending().map(({ what }) => what);

const never = () => new Promise<never>(() => undefined);

describe('quiet: a test', () => {
  it.fails.each<[string, string, () => unknown]>([
    ['leaves a timer', 'a timer of 20 ms', () => void setTimeout(() => undefined, 20)],
    ['leaves an interval', 'a timer of 21 ms', () => void setInterval(() => undefined, 21)],
    ['leaves the promise of a timer', 'a timer of 22 ms', () => void wait(22)],
    ['has code print a line', 'printed: ', () => warn('Nobody expected this.', 'config')],
    ['has Node warn', 'Warning: ', () => (process.emitWarning('unexpected'), wait(0))],
    [
      'leaves a listener of a signal',
      'a listener of a signal',
      () => {
        const { signal } = controller;
        void withDeadline({ name: 'It', timeout: 20, signal }, never).catch(() => undefined);
      },
    ],
  ])('fails that %s', async (_, what, run) => {
    await run();
    // It must fail for this and nothing else.
    if (!whats().some((one) => one.startsWith(what))) forget(pending());
  });

  it('that leaves nothing passes', async () => {
    const { signal } = controller;
    await withDeadline({ name: 'It', timeout: 20_000, signal }, () => wait(1));
    clearTimeout(setTimeout(() => undefined, 20));
  });
});

const controller = new AbortController();

describe('quiet: a file', () => {
  it('has a server and both ends of a connection until they are closed', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [other] = (await once(server, 'connection')) as [typeof socket];
    expect(whats()).toEqual(
      expect.arrayContaining(['a server', 'a socket of a client', 'a socket of a server']),
    );
    socket.destroy();
    other.destroy();
    await once(server.close(), 'close');
    expect(whats()).not.toContain('a server');
  });

  it('has a thread until it has ended', async () => {
    // Other files may have lent theirs.
    const threads = () => whats().filter((what) => what === 'a thread').length;
    const before = threads();
    const thread = new Worker('setInterval(() => {}, 1000)', { eval: true });
    expect(threads()).toBe(before + 1);
    await thread.terminate();
    expect(threads()).toBe(before);
  });

  it('has what it borrowed until it gives it back', async () => {
    const database = await lendDatabase();
    expect(whats()).toContain('a borrowed database');
    await database.close();
    expect(whats()).not.toContain('a borrowed database');
  });
});
