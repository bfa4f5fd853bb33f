import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFeedWorkers, type FeedWorkers } from '../../../src/service/feeds/feed-workers.js';
import { failureOf } from '../../support/feed-service/backend.js';

const opened: FeedWorkers[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const workers of opened.splice(0)) await workers.close();
});

function workersWith(timeout: number, heapMb?: number): FeedWorkers {
  const workers = createFeedWorkers({ threads: 1, timeout, heapMb });
  opened.push(workers);
  return workers;
}

const taskOf = (xml: string) => ({
  feed: Buffer.from(xml),
  baseUrl: undefined,
  contentType: '',
});
const small = taskOf('<rss><channel><title>T</title></channel></rss>');
const feedOf = (items: number) =>
  taskOf(
    `<rss><channel>${'<item><description>&lt;p&gt;a</description></item>'.repeat(items)}</channel></rss>`,
  );
const usual = feedOf(300);
const endless = feedOf(19_999);

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

  it('ends a thread at the deadline', async () => {
    const workers = workersWith(1);
    expect(await failureOf(workers.run('parse', endless))).toMatchObject({
      code: 'bad-feed',
      message: 'The feed takes too much time to read. Shorten it.',
    });
  });

  it('ends a thread that needs too much memory, and replaces it', async () => {
    const workers = workersWith(60_000, 60);
    const people = '<podcast:person>a</podcast:person>'.repeat(90);
    const large = `<rss><channel>${`<item>${people}</item>`.repeat(19_000)}</channel></rss>`;
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
    setImmediate(() => controller.abort());
    await reading.catch(() => undefined);
    await workers.run('parse', small);
    process.off('worker', started);
    expect(started).toHaveBeenCalledTimes(1);
  });

  it('ends a thread when the client leaves a feed that takes long, and replaces it', async () => {
    const workers = workersWith(60_000);
    await workers.run('parse', small);
    const controller = new AbortController();
    const reading = failureOf(workers.run('parse', endless, controller.signal));
    setImmediate(() => controller.abort());
    expect((await reading).code).toBe('aborted');
    expect((await workers.run('parse', small)).title).toBe('T');
  });
});
