/** Products whose recordings are signed: the URLs that members get, and how long they work. */
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast.js';
import {
  catalogueOf,
  createBackend,
  lapsed,
  member,
  showFolder,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { useBackend, useShowFolder } from '../../../support/feed-service/for-file.js';

const folder = await useShowFolder();

const day = 24 * 60 * 60 * 1000;
const noon = Date.parse('2026-03-01T12:00:00Z');
const real = 'https://media.example/one.mp3';
const show = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title>
<item><title>One</title><guid>${real}</guid><link>${real}</link><description>&lt;a href="${real}"&gt;Listen&lt;/a&gt; or ${real}</description><enclosure url="${real}" type="audio/mpeg" length="1"/><media:content url="${real}"/></item>
<item><title>Two</title><enclosure url="https://media.example/two.m4a?a=1&amp;b=2" type="audio/x-m4a" length="2"/><podcast:alternateEnclosure type="audio/opus"><podcast:source uri="https://media.example/two.opus"/></podcast:alternateEnclosure></item>
<item><title>Three</title><guid>three</guid><link>https://site.example/3</link><enclosure url="https://media.example/three.mp3"/></item>
</channel></rss>`;
let now = noon;

await writeFile(folder.feed, show);
const catalogue = catalogueOf(folder.feed);
catalogue.products[0]!.recordings = 'signed';
const backend = useBackend({ catalogue, now: () => now, log: () => undefined });
beforeEach(() => {
  now = noon;
});

const textOf = async (url: string) => (await backend.send(url)).text();
const episodesOf = async (email = member) =>
  parsePodcast(await textOf(await backend.feedUrl(email))).episodes;
const recordingOf = async (email = member, index = 0) => (await episodesOf(email))[index]!.url!;

describe('servePrivateFeed: signed recordings', () => {
  it('hide the recordings of the show behind a URL for each member', async () => {
    const text = await textOf(await backend.feedUrl(member));
    expect(text).not.toContain('media.example');
    expect(text).not.toContain('recordings.invalid');
    const one = await recordingOf(member);
    expect(one).toMatch(/^https:\/\/feeds\.example\.org\/recordings\/[\w-]{44}\/one\.mp3$/);
    const other = await recordingOf(lapsed);
    expect(other).not.toBe(one);
    const url = new URL(await backend.feedUrl(member));
    expect(one).not.toContain(url.pathname.split('/')[2]);
  });

  it('are parsed with the same URLs', async () => {
    const query = new URLSearchParams({ url: await backend.feedUrl(member), format: 'service' });
    const text = await textOf(`/rss?${query}`);
    expect(text).not.toMatch(/media\.example|recordings\.invalid/);
    const { episodes } = JSON.parse(text) as { episodes: { url: string }[] };
    expect(episodes.map(({ url }) => url)).toEqual((await episodesOf()).map(({ url }) => url));
  });

  it('change only when the show does', async () => {
    const url = await backend.feedUrl(member);
    const first = await backend.send(url);
    const guids = (await episodesOf()).map(({ guid }) => guid);
    expect(new Set(guids).size).toBe(3);
    expect(guids[2]).toBe('three');
    now = noon + 365 * day;
    const headers = { 'If-None-Match': first.headers.get('ETag')! };
    expect((await backend.send(url, { headers })).status).toBe(304);
  });

  it('are a setting of the product alone', async () => {
    const text = await textOf(await backend.feedUrl(member, 'sid:open-show'));
    expect(text).toContain(`<enclosure url="${real}"`);
  });
});

describe('openRecording: file names', () => {
  const names = ['święto.mp3', '第1回 東京.mp3', '🎙.mp3', 'für dich.mp3', "don't.mp3", '50%.mp3'];
  const items = names.map(
    (name) => `<item><enclosure url="https://media.example/${name}"/></item>`,
  );
  let named: Backend;
  let shows: Awaited<ReturnType<typeof showFolder>>;
  beforeAll(async () => {
    shows = await showFolder();
    await writeFile(shows.feed, `<rss><channel><title>T</title>${items.join('')}</channel></rss>`);
    const catalogue = catalogueOf(shows.feed);
    catalogue.products[0]!.recordings = 'signed';
    named = createBackend({ catalogue, log: () => undefined });
  });
  afterAll(async () => {
    await named.service.close();
    await shows.remove();
  });

  it.each(names.map((name, index) => [name, index] as const))(
    'leads to the recording %s by a valid URL',
    async (name, index) => {
      const text = await (await named.send(await named.feedUrl(member))).text();
      const { url } = parsePodcast(text).episodes[index]!;
      expect(url).toMatch(/\/(?:[\w-]+\.)?[\w-]*\.?mp3$/);
      const location = (await named.send(url!)).headers.get('Location')!;
      expect(location).toBe(new URL(`https://media.example/${name}`).href);
      expect(location).toMatch(/^[!-~]+$/);
    },
  );
});

describe('openRecording: GET /recordings/{code}/{filename}', () => {
  it.each([
    [0, real],
    [1, 'https://media.example/two.m4a?a=1&b=2'],
  ])('leads to recording %i', async (index, file) => {
    for (const method of ['GET', 'HEAD']) {
      const response = await backend.send(await recordingOf(member, index), { method });
      expect(response.status).toBe(302);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        location: file,
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('leads a player that resumes, and one that seeks, to the same place', async () => {
    const url = await recordingOf();
    const asked: Record<string, string>[] = [
      { Range: 'bytes=500-' },
      { Range: 'bytes=0-1', 'If-Range': '"x"' },
    ];
    for (const headers of asked) {
      const response = await backend.send(url, { headers });
      expect([response.status, response.headers.get('Location')]).toEqual([302, real]);
      expect(await response.text()).toBe('');
    }
  });

  it('opens nothing with a code that was changed or made up', async () => {
    const url = await recordingOf();
    const [, , , , code = ''] = url.split('/');
    const bytes = Buffer.from(code, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      const response = await backend.send(url.replace(code, changed.toString('base64url')));
      expect(response.status).toBe(404);
    }
    for (const other of ['', 'x', 'x'.repeat(50)]) {
      expect((await backend.send(`/recordings/${other}/one.mp3`)).status).toBe(404);
    }
    expect((await backend.send('/recordings/%00/one.mp3')).status).toBe(400);
  });
});
