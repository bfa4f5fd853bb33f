import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  catalogueOf,
  createBackend,
  lapsed,
  member,
  show,
  showFolder,
  sku,
  stranger,
  withAnotherKey,
  type Backend,
} from '../../support/feed-service/backend.js';

let backend: Backend;
let shows: Awaited<ReturnType<typeof showFolder>>;
let time = new Date('2026-03-01T00:00:00Z');
const lines: object[] = [];
let page: string;
/** The answer of a host that has no feed. */
const sorry = '<html><p>Sorry</p></html>';
beforeAll(async () => {
  shows = await showFolder();
  const catalogue = catalogueOf(shows.feed);
  page = join(shows.folder, 'page.rss');
  catalogue.products.push({ ...catalogue.products[1]!, sku: 'sid:page', feed: page });
  backend = createBackend({
    catalogue,
    now: () => time,
    log: (line) => lines.push(line),
  });
});
/** A file is checked again after a second. */
function passSecond(): void {
  time = new Date(time.getTime() + 1000);
}
async function publish(feed: string): Promise<void> {
  await writeFile(shows.feed, Buffer.from(feed, 'latin1'));
  passSecond();
}
afterAll(async () => {
  await backend.service.close();
  await shows.remove();
});

describe('servePrivateFeed: GET /feeds/{secret}/{sku}_private.rss', () => {
  it("is the show's RSS in UTF-8, marked private, without a link to the public feed", async () => {
    const url = await backend.feedUrl(member);
    const response = await backend.send(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^"[\w-]{43}"$/) as string,
    });
    const text = await response.text();
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>/);
    expect(text).toContain('<itunes:block>Yes</itunes:block>');
    expect(text).toContain('<podcast:locked>yes</podcast:locked>');
    expect(text).toContain('<title>First, på svenska</title>');
    expect(text).not.toContain('public.rss');
    expect(text).not.toContain(new URL(url).pathname.split('/')[2]);
    expect(text.length).toBeGreaterThan(show.length - 120);
  });

  it('answers 304 to a client that has this version', async () => {
    const url = await backend.feedUrl(member);
    const etag = (await backend.send(url)).headers.get('ETag')!;
    const ask = (tag: string) => backend.send(url, { headers: { 'If-None-Match': tag } });
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await ask(tag);
      expect(response.status).toBe(304);
      expect(response.headers.get('ETag')).toBe(etag);
      expect(await response.text()).toBe('');
    }
    expect((await ask('"other"')).status).toBe(200);
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=0.5', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['br;q=0, *', 'gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (accepted, coding, decompress) => {
    const url = await backend.feedUrl(member);
    const plain = await backend.send(url);
    const response = await backend.send(url, { headers: { 'Accept-Encoding': accepted } });
    expect(response.headers.get('Content-Encoding')).toBe(coding);
    expect(response.headers.get('Vary')).toMatch(/Accept-Encoding/);
    expect(decompress(await response.arrayBuffer()).toString()).toBe(await plain.text());
    const etag = response.headers.get('ETag')!;
    expect(etag).not.toBe(plain.headers.get('ETag'));
    const again = { 'If-None-Match': etag, 'Accept-Encoding': accepted };
    expect((await backend.send(url, { headers: again })).status).toBe(304);
  });

  it.each(['', 'identity', 'br;q=0, gzip;q=0.0', 'deflate'])(
    'is not compressed for a client that accepts "%s"',
    async (accepted) => {
      const headers = { 'Accept-Encoding': accepted };
      const response = await backend.send(await backend.feedUrl(member), { headers });
      expect(response.headers.get('Content-Encoding')).toBeNull();
    },
  );

  it('accepts a percent-encoded sku, and HEAD', async () => {
    const url = await backend.feedUrl(member);
    expect((await backend.send(url.replace('sid:', 'sid%3A'))).status).toBe(200);
    const head = await backend.send(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  it('is 404 for another secret or product', async () => {
    const url = await backend.feedUrl(member);
    const [, , secret = ''] = new URL(url).pathname.split('/');
    for (const other of [
      withAnotherKey(url),
      url.replace(secret, ''),
      url.replace(sku, 'sid:open-show'),
      url.replace('_private.rss', ''),
    ]) {
      const response = await backend.send(other);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain(secret);
    }
  });

  it('has a URL for each member, with the same content', async () => {
    const [one, other] = [
      await backend.feedUrl(member, 'sid:open-show'),
      await backend.feedUrl(stranger, 'sid:open-show'),
    ];
    expect(one).not.toBe(other);
    expect(await (await backend.send(one)).text()).toBe(await (await backend.send(other)).text());
  });

  it('says in one episode that the membership has ended, until it is renewed', async () => {
    const url = await backend.feedUrl(lapsed);
    const before = await backend.send(url);
    time = new Date('2026-04-01T00:00:00Z');
    const response = await backend.send(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('ETag')).not.toBe(before.headers.get('ETag'));
    const text = await response.text();
    expect(text.match(/<item>/g)).toHaveLength(1);
    expect(text).toContain('<title>Your membership has ended</title>');
    expect(text).toContain('<title>The Member Show</title>');
    expect(text.match(/\.mp3/g)).toHaveLength(1);
    time = new Date('2026-03-01T00:00:00Z');
    expect(await (await backend.send(url)).text()).toBe(await before.text());
  });

  it('changes with the show', async () => {
    const url = await backend.feedUrl(member);
    const before = (await backend.send(url)).headers.get('ETag');
    const episode = '<item><title>Third</title><guid isPermaLink="false">three</guid></item>';
    await publish(show.replace('<item>', `${episode}<item>`));
    const response = await backend.send(url);
    expect(response.headers.get('ETag')).not.toBe(before);
    expect(await response.text()).toContain(episode);
  });

  it('keeps the last version while the show cannot be read, and logs that', async () => {
    const url = await backend.feedUrl(member);
    const before = await (await backend.send(url)).text();
    await rename(shows.feed, `${shows.feed}.away`);
    passSecond();
    lines.length = 0;
    expect(await (await backend.send(url)).text()).toBe(before);
    expect(lines[0]).toMatchObject({ error: 'unavailable' });
    await rename(`${shows.feed}.away`, shows.feed);
    passSecond();
  });

  it('keeps the last version while the show is not a feed, and logs that', async () => {
    const url = await backend.feedUrl(member);
    const before = await (await backend.send(url)).text();
    await publish(sorry);
    lines.length = 0;
    expect(await (await backend.send(url)).text()).toBe(before);
    expect(lines[0]).toMatchObject({ error: 'bad-feed' });
    await publish(show);
  });

  it('is unavailable if the show never was a feed', async () => {
    const url = await backend.feedUrl(member, 'sid:page');
    // It comes late: a catalogue that names such a file is refused.
    await writeFile(page, sorry);
    lines.length = 0;
    const response = await backend.send(url);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    expect(lines[0]).toMatchObject({ error: 'unavailable', cause: { error: 'bad-feed' } });
  });
});
