import { brotliDecompressSync } from 'node:zlib';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogueOf, member, origin } from '../../../support/feed-service/backend.js';
import { useBackend, useShowFolder } from '../../../support/feed-service/for-file.js';

const shows = await useShowFolder();

const foreign = `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Elsewhere</title><link>https://elsewhere.example/</link>
<item><title>One</title><guid>1</guid><enclosure url="one.mp3" type="audio/mpeg" length="1"/>
<content:encoded><![CDATA[<h1>Notes</h1><p onclick="x()">Hello <b>there</b> <a href="javascript:x()">a</a> <a href="https://ok.example/" target="_blank">b</a> <a href="mailto:me@example.org">c</a><script>x()</script><img src="https://track.example/p.gif"></p><ul><li>1</li></ul>]]></content:encoded></item>
</channel></rss>`;
let answer: { status?: number; type?: string; body?: string };
const lines: object[] = [];

const server = createServer((_request, response) => {
  const { status = 200, type = 'application/rss+xml', body = foreign } = answer;
  response.writeHead(status, { 'Content-Type': type }).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const backend = useBackend({
  catalogue: catalogueOf(shows.feed),
  now: () => new Date('2026-03-01T00:00:00Z'),
  parserHosts: [host],
  fetchLimits: { timeout: 2_000 },
  log: (line) => lines.push(line),
});
beforeEach(() => {
  answer = {};
});
afterAll(() => server.close());

interface Parsed {
  title: string;
  totalEpisodes: number;
  episodes: { title: string; url?: string; descriptionWithHtml?: string }[];
  code?: string;
}
const rss = (query: Record<string, string>) =>
  backend.send(`/rss?${new URLSearchParams(query).toString()}`);
const parse = (url: string) => rss({ url, format: 'service' });
const read = async (response: Response) => (await response.json()) as Parsed;

describe('parseFeed: GET /rss', () => {
  it('reads a feed of this service, without its secret in the answer', async () => {
    const url = await backend.feedUrl(member);
    const response = await parse(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
      // After a reset, a page must not show what was at the old link.
      'cache-control': 'private, no-cache',
    });
    const text = await response.text();
    expect(text).not.toContain(new URL(url).pathname.split('/')[2]);
    const podcast = JSON.parse(text) as Parsed;
    expect(podcast.title).toBe('The Member Show');
    expect(podcast.episodes.map(({ title }) => title)).toEqual(['Second', 'First, på svenska']);
  });

  it('answers 404 for an unknown feed of this service, without fetching it', async () => {
    const response = await parse(`${origin}/feeds/${'x'.repeat(32)}/sid:member-show_private.rss`);
    expect(response.status).toBe(404);
    expect((await read(response)).code).toBe('not-found');
  });

  it('parses a version of a show once for all its members, and answers 304', async () => {
    const [one, other] = [
      await backend.feedUrl(member),
      await backend.feedUrl(member, 'sid:open-show'),
    ];
    const response = await parse(one);
    const etag = response.headers.get('ETag')!;
    const second = await backend.feedUrl('other@example.org', 'sid:open-show');
    expect((await parse(second)).headers.get('ETag')).toBe(
      (await parse(other)).headers.get('ETag'),
    );
    const query = new URLSearchParams({ url: one, format: 'service' });
    const again = await backend.send(`/rss?${query}`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const packed = await backend.send(`/rss?${query}`, { headers: { 'Accept-Encoding': 'br' } });
    expect(packed.headers.get('Content-Encoding')).toBe('br');
    const text = brotliDecompressSync(await packed.arrayBuffer()).toString();
    expect((JSON.parse(text) as Parsed).title).toBe('The Member Show');
  });

  it('reads a feed of another host, and resolves its relative URLs', async () => {
    const response = await parse(`http://${host}/shows/feed.rss`);
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=60');
    const podcast = await read(response);
    expect(podcast).toMatchObject({ title: 'Elsewhere', totalEpisodes: 1 });
    expect(podcast.episodes[0]!.url).toBe(`http://${host}/shows/one.mp3`);
  });

  it('uses the charset of the response', async () => {
    answer = { type: 'text/xml; charset=utf-8', body: foreign.replace('Elsewhere', 'Över') };
    expect((await read(await parse(`http://${host}/`))).title).toBe('Över');
  });

  it('sanitizes the notes', async () => {
    const podcast = await read(await parse(`http://${host}/`));
    expect(podcast.episodes[0]!.descriptionWithHtml).toBe(
      'Notes<p>Hello <b>there</b> <a>a</a> <a href="https://ok.example/">b</a> <a href="mailto:me@example.org">c</a></p><ul><li>1</li></ul>',
    );
  });

  it.each<[string, typeof answer, number, string]>([
    ['HTML', { type: 'text/html', body: '<html><p>Log in</p></html>' }, 422, 'bad-feed'],
    ['nothing', { body: '' }, 422, 'bad-feed'],
    ['a 404', { status: 404 }, 502, 'unavailable'],
    ['a 500', { status: 500 }, 502, 'unavailable'],
  ])('explains the problem with %s', async (_name, next, status, code) => {
    answer = next;
    const response = await parse(`http://${host}/secret-path`);
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ status, code });
    expect(text).not.toContain('secret-path');
  });

  it.each([
    [{ format: 'service' }, 400, 'bad-input'],
    [{ url: 'https://example.org/feed' }, 400, 'bad-input'],
    [{ url: 'https://example.org/feed', format: 'json' }, 400, 'bad-input'],
    [{ url: 'file:///etc/passwd', format: 'service' }, 400, 'bad-input'],
    [{ url: 'https://elsewhere.example/feed', format: 'service' }, 403, 'forbidden'],
    [
      { url: `http://localhost/feeds/${'x'.repeat(32)}/a_private.rss`, format: 'service' },
      403,
      'forbidden',
    ],
    [{ url: 'http://169.254.169.254/', format: 'service' }, 403, 'forbidden'],
    [{ url: 'http://127.0.0.1:8080/', format: 'service' }, 403, 'forbidden'],
  ])('refuses %j', async (query, status, code) => {
    const response = await rss(query);
    expect(response.status).toBe(status);
    expect((await read(response)).code).toBe(code);
  });

  it('answers the preflight request of another site', async () => {
    const response = await backend.send('/rss', {
      method: 'OPTIONS',
      headers: { Origin: 'https://page.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });
});
