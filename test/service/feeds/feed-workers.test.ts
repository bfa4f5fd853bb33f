import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createFeedWorkers,
  type FeedWorkers,
  type WorkerOptions,
} from '../../../src/service/feeds/feed-workers.js';
import { failureOf } from '../../support/feed-service/backend.js';

const opened: FeedWorkers[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const workers of opened.splice(0)) await workers.close();
  lines.length = 0;
});

const lines: object[] = [];
function workersWith(timeout: number, options: Partial<WorkerOptions> = {}): FeedWorkers {
  const log = (line: object) => lines.push(line);
  const workers = createFeedWorkers({ threads: 1, timeout, log, ...options });
  opened.push(workers);
  return workers;
}

const taskOf = (xml: string) => ({
  feed: Buffer.from(xml),
  baseUrl: undefined,
  contentType: '',
});
const small = taskOf('<rss><channel><title>T</title></channel></rss>');
const feedOf = (items: number, paragraphs = 1) => {
  const notes = '&lt;p&gt;a'.repeat(paragraphs);
  const item = `<item><description>${notes}</description></item>`;
  return taskOf(`<rss><channel>${item.repeat(items)}</channel></rss>`);
};
const usual = feedOf(300);
/** Far longer than the time that a thread is given after its client has left, on any machine. */
const endless = feedOf(19_999, 50);

describe('createFeedWorkers', () => {
  it('returns a podcast, and passes our own errors on unchanged', async () => {
    const workers = workersWith(60_000);
    const { title, json } = await workers.run('parse', small);
    expect(title).toBe('T');
    expect(JSON.parse(Buffer.from(json.identity).toString())).toMatchObject({ title: 'T' });
    expect(await failureOf(workers.run('parse', taskOf('<html/>')))).toMatchObject({
      code: 'bad-feed',
      message: expect.stringContaining('web page') as string,
    });
  });

  it.each([
    ['', undefined],
    [', while its client waits, too', new AbortController().signal],
  ])('ends a thread at the deadline%s', async (_, signal) => {
    const workers = workersWith(1);
    expect(await failureOf(workers.run('parse', endless, signal))).toMatchObject({
      code: 'bad-feed',
      message: 'The feed takes too much time to read. Shorten it.',
    });
  });

  it('ends a thread that needs too much memory, and replaces it', async () => {
    const workers = workersWith(60_000, { heapMb: 40 });
    const people = '<podcast:person>a</podcast:person>'.repeat(90);
    const large = `<rss><channel>${`<item>${people}</item>`.repeat(5_000)}</channel></rss>`;
    expect(await failureOf(workers.run('parse', taskOf(large)))).toMatchObject({
      code: 'bad-feed',
      message: 'The feed takes too much memory to read. Shorten it.',
    });
    expect((await workers.run('parse', small)).title).toBe('T');
  });

  it('keeps a thread for a while when the client leaves', async () => {
    // However long this machine takes, the while is not over.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const started = vi.fn();
    process.on('worker', started);
    const workers = workersWith(60_000);
    await workers.run('parse', small);
    const controller = new AbortController();
    const reading = workers.run('parse', usual, controller.signal);
    await setImmediate();
    controller.abort();
    await reading.catch(() => undefined);
    await workers.run('parse', small);
    process.off('worker', started);
    expect(started).toHaveBeenCalledTimes(1);
  });

  it('ends a thread when the client leaves a feed that takes long, and replaces it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { file, remove } = await moduleOf(obedient);
    const workers = workersWith(60_000, { file });
    await workers.run('parse', taskOf('first'));
    const controller = new AbortController();
    const reading = failureOf(workers.run('parse', taskOf('go on'), controller.signal));
    await setImmediate();
    controller.abort();
    vi.advanceTimersByTime(1_000);
    expect((await reading).code).toBe('aborted');
    expect((await workers.run('parse', taskOf('next'))).title).toBe('next');
    await remove();
  });
});

/** A module of threads. */
async function moduleOf(code: string): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-worker-'));
  const path = join(folder, 'worker.mjs');
  const loop = `parentPort.on('message', async ({ task }) => parentPort.postMessage(await parse(task)));`;
  await writeFile(path, `import { parentPort } from 'node:worker_threads';\n${code}\n${loop}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  return { file: pathToFileURL(path).href, remove };
}

/** Does what the feed's text says. */
const obedient = `async function parse({ feed }) {
  const text = Buffer.from(feed).toString();
  if (text === 'exit') process.exit(7);
  while (text === 'go on');
  return { value: { title: text } };
}`;

/** Says how a module such as this one can be loaded in its thread. */
const curious = `import { createRequire } from 'node:module';
async function parse() {
  try {
    createRequire(import.meta.url)(new URL('other.mjs', import.meta.url).pathname);
    return { value: { title: 'by require' } };
  } catch ({ code }) {
    return { value: { title: code } };
  }
}`;

describe('createFeedWorkers: a thread that dies', () => {
  it('is never one that loads its module by require, because its end would end the process', async () => {
    const { file, remove } = await moduleOf(curious);
    await writeFile(new URL('other.mjs', file), 'export const other = 1;');
    const { title } = await workersWith(60_000, { file }).run('parse', small);
    expect(title).toBe('ERR_REQUIRE_ESM');
    await remove();
  });

  it('fails the one task that it had, and not those that wait', async () => {
    const { file, remove } = await moduleOf(obedient);
    const workers = workersWith(60_000, { file });
    const [died, next, last] = await Promise.all([
      failureOf(workers.run('parse', taskOf('exit'))),
      workers.run('parse', taskOf('next')),
      workers.run('parse', taskOf('last')),
    ]);
    expect(died).toMatchObject({ code: 'unavailable', retryAfter: 10 });
    expect(died.message).toContain('A thread that reads feeds has died or could not start');
    expect([next.title, last.title]).toEqual(['next', 'last']);
    await remove();
  });

  it('is a line in the log if its task was given up just before', async () => {
    const { file, remove } = await moduleOf(obedient);
    const started = once(process, 'worker') as Promise<[Worker]>;
    const workers = workersWith(1, { file });
    expect((await failureOf(workers.run('parse', taskOf('go on')))).code).toBe('bad-feed');
    const [thread] = await started;
    const cause = Object.assign(new Error('The heap is full.'), {
      code: 'ERR_WORKER_OUT_OF_MEMORY',
    });
    // As Node says it if the memory runs out while the thread is being ended.
    thread.emit('error', cause);
    expect(lines).toMatchObject([
      {
        error: 'unavailable',
        message: expect.stringContaining('(ERR_WORKER_OUT_OF_MEMORY)') as string,
      },
    ]);
    await remove();
  });
});

describe('createFeedWorkers: a thread that cannot start', () => {
  it('fails each task at once, whatever its deadline', async () => {
    const workers = workersWith(1e9, { file: 'file:///nowhere/feed-worker.mjs' });
    for (let round = 0; round < 2; round++) {
      const errors = await Promise.all([1, 2].map(() => failureOf(workers.run('parse', small))));
      expect(errors.map(({ code }) => code)).toEqual(Array(2).fill('unavailable'));
      expect(errors[0]!.message).toContain('MODULE_NOT_FOUND)');
    }
  });
});
