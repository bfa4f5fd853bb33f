import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import type { Product } from '../../../src/service/catalogue/catalogue.js';
import type {
  FetchedFeed,
  FetchOptions,
  GuardedFetch,
} from '../../../src/service/feeds/guarded-fetch.js';
import { renderFeed } from '../../../src/service/feeds/rewrite/render-feed.js';
import { createShowFeeds } from '../../../src/service/feeds/show-feed.js';
import { failureOf } from '../../support/feed-service/backend.js';
import { until } from '../../support/waiting/until.js';

const product: Product = {
  sku: 'sid:show',
  title: 'Show',
  description: '',
  sources: [],
  isComposed: false,
  access: 'everyone',
};

const address = 'https://show.example.org/feed';

interface Answer {
  status?: number;
  body?: string;
  headers?: Record<string, string>;
}

/** A host whose answers the test sets, and a clock that it sets. */
function setUp() {
  const asked: Record<string, string>[] = [];
  const lines: object[] = [];
  const host = {
    answer: (): Promise<Answer> => Promise.resolve({ body: '<rss>1</rss>' }),
    merge: (feeds: string[]): Promise<string> => Promise.resolve(feeds.join('+')),
    time: 0,
  };
  const fetchGuarded: GuardedFetch = Object.assign(
    async (url: string, { headers = {} }: FetchOptions = {}): Promise<FetchedFeed> => {
      asked.push(headers);
      const { status = 200, body = '', headers: sent } = await host.answer();
      return { status, url, headers: new Headers(sent), body: Buffer.from(body) };
    },
    { allows: () => true, close: () => Promise.resolve() },
  );
  const showFeed = createShowFeeds({
    fetchGuarded,
    now: () => new Date(host.time),
    // eslint-disable-next-line @typescript-eslint/require-await -- it rejects, as a worker does
    accept: async ({ xml }) => void renderFeed(xml),
    merge: async (sources) => ({
      xml: await host.merge(sources.map(({ xml }) => xml)),
      leftOut: sources.map(() => 0),
      ownUrls: [],
    }),
    log: (line) => lines.push(line),
  });
  return {
    asked,
    lines,
    host,
    load: (feed = address) => showFeed({ ...product, sources: [{ feed }] }),
    loadProduct: showFeed,
  };
}

afterEach(() => vi.useRealTimers());

const away = () => Promise.reject(new PrivatePodcastError('network', 'away'));

describe('createShowFeeds: a show at a URL', () => {
  it('is fetched once for simultaneous requests, and again after a minute', async () => {
    const { asked, host, load } = setUp();
    const [one, other] = await Promise.all([load(), load()]);
    expect(one).toEqual({ xml: '<rss>1</rss>', url: address, source: address });
    expect(other).toBe(one);
    host.time = 59_999;
    expect(await load()).toBe(one);
    expect(asked).toHaveLength(1);
    host.time = 60_000;
    host.answer = () => Promise.resolve({ body: '<rss>2</rss>' });
    expect((await load()).xml).toBe('<rss>2</rss>');
    expect(asked).toHaveLength(2);
  });

  it('is revalidated, and stays the same object if nothing changed', async () => {
    const { asked, host, load } = setUp();
    const headers = { ETag: '"1"', 'Last-Modified': 'Sat, 01 Nov 2025 00:00:00 GMT' };
    host.answer = () => Promise.resolve({ body: '<rss/>', headers });
    const first = await load();
    host.time = 60_000;
    host.answer = () => Promise.resolve({ status: 304 });
    expect(await load()).toBe(first);
    expect(asked).toEqual([
      {},
      { 'If-None-Match': '"1"', 'If-Modified-Since': 'Sat, 01 Nov 2025 00:00:00 GMT' },
    ]);
    host.time = 120_000;
    host.answer = () => Promise.resolve({ body: '<rss/>' });
    expect(await load()).toBe(first);
  });

  it('is decoded with the charset of the response', async () => {
    const { host, load } = setUp();
    const headers = { 'Content-Type': 'text/xml; charset=iso-8859-1' };
    host.answer = () => Promise.resolve({ body: '<rss>å</rss>', headers });
    expect((await load()).xml).toBe('<rss>Ã¥</rss>');
  });

  it('stays available while its host is down, and is not asked for more often', async () => {
    const { asked, lines, host, load } = setUp();
    const first = await load();
    host.time = 60_000;
    host.answer = away;
    expect(await load()).toBe(first);
    expect(lines).toEqual([
      {
        sku: 'sid:show',
        source: 0,
        error: 'network',
        message: 'away',
        do: expect.stringContaining('curl --head URL') as unknown,
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('show.example.org');
    host.time = 119_999;
    expect(await load()).toBe(first);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a page', '<!doctype html><title>Maintenance</title>'],
    ['nothing', ''],
  ])('stays available while its host answers with %s', async (_, body) => {
    const { lines, host, load } = setUp();
    const first = await load();
    host.time = 60_000;
    host.answer = () => Promise.resolve({ body, headers: { ETag: '"page"' } });
    expect(await load()).toBe(first);
    expect(lines).toMatchObject([{ error: 'bad-feed' }]);
    host.time = 120_000;
    host.answer = () => Promise.resolve({ body: '<rss>2</rss>' });
    expect((await load()).xml).toBe('<rss>2</rss>');
  });

  it('is served from the last copy while its host is slow', async () => {
    vi.useFakeTimers();
    const { asked, host, load } = setUp();
    const first = await load();
    host.time = 60_000;
    const events = new EventTarget();
    const answered = new Promise((resolve) => events.addEventListener('answer', resolve));
    host.answer = () => answered.then(() => ({ body: '<rss>2</rss>' }));
    const waiting = load();
    vi.advanceTimersByTime(1_000);
    expect(await waiting).toBe(first);
    // A later request does not wait at all, and the host is not asked twice.
    expect(await load()).toBe(first);
    expect(asked).toHaveLength(2);
    events.dispatchEvent(new Event('answer'));
    await until(async () => expect((await load()).xml).toBe('<rss>2</rss>'));
  });

  it('fails without a copy, and is fetched again by the next request', async () => {
    const { host, load } = setUp();
    host.answer = away;
    expect((await failureOf(load())).code).toBe('network');
    host.answer = () => Promise.resolve({ body: '<rss/>' });
    expect((await load()).xml).toBe('<rss/>');
  });
});

describe('createShowFeeds: a feed of several shows', () => {
  it('is told to be readable again once, for each show whose failure was told', async () => {
    const { host, lines, loadProduct } = setUp();
    const shows = ['sid:a', 'sid:b', 'sid:c'].map((sku) => ({
      ...product,
      sku,
      sources: [{ feed: address }],
    }));
    host.answer = away;
    await Promise.allSettled(shows.slice(0, 2).map((show) => loadProduct(show)));
    host.answer = () => Promise.resolve({ body: '<rss>1</rss>' });
    for (const show of [...shows.slice(2), ...shows]) await loadProduct(show);
    expect(lines).toEqual([
      { show: 'readable again', sku: 'sid:a', source: 0 },
      { show: 'readable again', sku: 'sid:b', source: 0 },
    ]);
  });
});

describe('createShowFeeds: a show of several feeds', () => {
  it('is merged again by the next request after the first merge failed', async () => {
    const { host, loadProduct } = setUp();
    const sources = [{ feed: address }, { feed: `${address}/members` }];
    const composed = { ...product, sources, isComposed: true };
    const { merge } = host;
    host.merge = away;
    expect((await failureOf(loadProduct(composed))).code).toBe('network');
    host.merge = merge;
    expect((await loadProduct(composed)).xml).toBe('<rss>1</rss>+<rss>1</rss>');
  });
});

describe('createShowFeeds: a show in a file', () => {
  it('is checked at most once a second, also when the clock was set back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pps-show-'));
    const file = join(folder, 'show.xml');
    const { host, load } = setUp();
    const xmlAt = async (time: number) => {
      host.time = time;
      return (await load(file)).xml;
    };
    await writeFile(file, '<rss>1</rss>');
    expect(await xmlAt(10_000)).toBe('<rss>1</rss>');
    expect(await xmlAt(11_000)).toBe('<rss>1</rss>');
    await writeFile(file, '<rss>two</rss>');
    expect(await xmlAt(11_999)).toBe('<rss>1</rss>');
    expect(await xmlAt(12_000)).toBe('<rss>two</rss>');
    await writeFile(file, '<rss>three</rss>');
    expect(await xmlAt(5_000)).toBe('<rss>three</rss>');
    await rm(folder, { recursive: true });
  });

  it('is read again when its size is another, though the time of its change is the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pps-show-'));
    const file = join(folder, 'show.xml');
    const { host, load } = setUp();
    const changedAt = new Date('2026-03-01T00:00:00Z');
    const loadAt = async (time: number, xml: string) => {
      await writeFile(file, xml);
      await utimes(file, changedAt, changedAt);
      host.time = time;
      return (await load(file)).xml;
    };
    expect(await loadAt(10_000, '<rss>1</rss>')).toBe('<rss>1</rss>');
    expect(await loadAt(11_000, '<rss>two</rss>')).toBe('<rss>two</rss>');
    await rm(folder, { recursive: true });
  });
});
