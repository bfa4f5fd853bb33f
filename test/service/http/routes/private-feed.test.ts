import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogueOf, member, show } from '../../../support/feed-service/backend.js';
import { useBackend, useShowFolder } from '../../../support/feed-service/for-file.js';

const shows = await useShowFolder();
let time = new Date('2026-03-01T00:00:00Z');
const lines: object[] = [];
/** The answer of a host that has no feed. */
const sorry = '<html><p>Sorry</p></html>';

const catalogue = catalogueOf(shows.feed);
const page = join(shows.folder, 'page.rss');
catalogue.products.push({ ...catalogue.products[1]!, sku: 'sid:page', feed: page });
const backend = useBackend({
  catalogue,
  now: () => time,
  log: (line) => lines.push(line),
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

  it('says when the show changed, and decides by its tag alone whether a client has it', async () => {
    const url = await backend.feedUrl(member);
    const [first, second] = [await backend.send(url), await backend.send(url)];
    const modified = first.headers.get('Last-Modified')!;
    expect(new Date(modified).toUTCString()).toBe(modified);
    expect(Date.parse(modified)).toBeLessThanOrEqual(Date.now());
    expect(second.headers.get('Last-Modified')).toBe(modified);
    const ask = async (headers: Record<string, string>) =>
      (await backend.send(url, { headers: { 'If-Modified-Since': modified, ...headers } })).status;
    expect(await ask({})).toBe(200);
    expect(await ask({ 'If-None-Match': '"other"' })).toBe(200);
    expect(await ask({ 'If-None-Match': first.headers.get('ETag')! })).toBe(304);
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

  it('accepts a percent-encoded sku, and HEAD', async () => {
    const url = await backend.feedUrl(member);
    expect((await backend.send(url.replace('sid:', 'sid%3A'))).status).toBe(200);
    const head = await backend.send(url, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
  });

  it('is unavailable if the show never was a feed', async () => {
    const url = await backend.feedUrl(member, 'sid:page');
    // It comes late: a catalogue that names such a file is refused.
    await writeFile(page, sorry);
    lines.length = 0;
    const response = await backend.send(url);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    const told = { sku: 'sid:page', source: 0, file: page };
    expect(lines[0]).toMatchObject({ error: 'unavailable', ...told, cause: { error: 'bad-feed' } });
    await writeFile(page, `<?xml version="1.0"?>${show.replace(/^.*\n/, '')}`);
    time = new Date('2026-03-01T00:01:00Z');
    expect((await backend.send(url)).status).toBe(200);
    const again = { time: time.toISOString(), show: 'readable again', sku: 'sid:page', source: 0 };
    expect(lines).toContainEqual(again);
  });
});
