/** The notices that a member's app gets in place of episodes: once the membership has ended, and while a show is empty. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../src/podcast.js';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  createBackend,
  failureOf,
  lapsed,
  member,
  origin,
  show,
  sku,
  stranger,
  type Backend,
} from '../../support/feed-service/backend.js';
import { adminCall, grantPath, operator } from '../../support/feed-service/operator-calls.js';
import { useDatabase, useShowFolder } from '../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

const empty = 'sid:empty-show';
const renewUrl = 'https://publisher.example/renew?a=1&b=2';
const hour = 60 * 60 * 1000;
const sounds = join(import.meta.dirname, '../../../src/service/notices/sounds');
let time: number;
/** Two processes on one database. */
let backend: Backend;
let other: Backend;
const at = (instant: string) => (time = Date.parse(instant));

async function writeCatalogue(change: (catalogue: Catalogue) => void = () => undefined) {
  const catalogue = catalogueOf(shows.feed);
  catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
  Object.assign(catalogue.products[0]!, { renewUrl });
  const feed = join(shows.folder, 'empty.rss');
  catalogue.products.push({ sku: empty, title: 'Empty', feed, access: 'everyone' });
  change(catalogue);
  await writeFile(catalogueFile, JSON.stringify(catalogue));
}

const createProcess = () =>
  createBackend({ catalogue: catalogueFile, database, now: () => time, log: () => undefined });

const catalogueFile = join(shows.folder, 'catalogue.json');
beforeEach(async () => {
  at('2026-03-01T12:00:00Z');
  await writeFile(
    join(shows.folder, 'empty.rss'),
    '<rss version="2.0"><channel><title>Soon</title><link>https://soon.example/</link><language>de-DE</language></channel></rss>',
  );
  await writeCatalogue();
  [backend, other] = [createProcess(), createProcess()];
  await backend.service.open();
  await backend.service.checkFeeds();
});
afterEach(async () => {
  await backend.service.close();
  await other.service.close();
  // Or a busy machine would begin with another test's show.
  await database.exec('delete from pps_feed_copies');
});

async function read(url: string, from = backend) {
  const response = await from.send(url);
  const text = await response.text();
  const { episodes, ...podcast } = parsePodcast(text, { baseUrl: url });
  return { text, etag: response.headers.get('ETag')!, episodes, podcast };
}

const operate = (method: string, body?: object) =>
  adminCall(backend, method, grantPath(stranger), body);

/** The feed of a member, after the membership has ended. */
async function urlOfLapsed(): Promise<string> {
  const url = await backend.feedUrl(lapsed);
  at('2026-09-01T00:00:00Z');
  return url;
}

describe('withNotice: once the membership has ended', () => {
  it('is one episode that plays, with the day and the way to renew', async () => {
    at('2026-03-01T12:00:00Z');
    const url = await backend.feedUrl(lapsed);
    const before = await read(url);
    expect(before.episodes).toHaveLength(2);
    at('2026-04-01T00:00:00Z');
    const after = await read(url);
    expect(after.episodes).toEqual([
      expect.objectContaining({
        guid: `${sku}/membership-ended`,
        title: 'Your membership has ended',
        link: renewUrl,
        publishDate: '2026-03-31T23:59:59.000Z',
      }),
    ]);
    expect(after.text).toMatch(
      /<podcast:funding url="https:\/\/publisher[^<]+>Renew your membership</,
    );
    expect(after.text.match(/<atom:link rel="payment" href="https:\/\/publisher/g)).toHaveLength(2);
    const [, audio, length] = /<enclosure url="([^"]+)" length="(\d+)" type="audio\/mpeg"\/>/.exec(
      after.text,
    )!;
    expect(after.episodes[0]!.url).toBe(audio);
    const sound = await backend.send(audio!);
    expect(sound.headers.get('Content-Type')).toBe('audio/mpeg');
    expect((await sound.arrayBuffer()).byteLength).toBe(Number(length));
  });

  it('stays the same until the membership is renewed, and then goes', async () => {
    const url = await backend.feedUrl(member);
    await writeCatalogue(({ grants }) => (grants![0]!.until = '2026-04-30'));
    await backend.service.reload();
    const { etag } = await read(url);
    at('2026-05-01T00:00:00Z');
    const ended = await read(url);
    expect(ended.etag).not.toBe(etag);
    at('2026-05-31T00:00:00Z');
    expect(await read(url)).toEqual(ended);
    const headers = { 'If-None-Match': ended.etag };
    expect((await backend.send(url, { headers })).status).toBe(304);
    await writeCatalogue();
    await backend.service.reload();
    expect((await read(url)).etag).toBe(etag);
  });

  it('is dated by the day a removed grant was missed, in every process, each time anew', async () => {
    at('2026-06-01T08:00:00Z');
    await operate('PUT', {});
    const url = await backend.feedUrl(stranger);
    expect((await read(url)).episodes).toHaveLength(2);
    await operate('DELETE');
    const first = await read(url);
    // What is taken away has ended with the second before.
    expect(first.episodes[0]!.publishDate).toBe('2026-06-01T07:59:59.000Z');
    time += 20 * hour;
    expect(await read(url)).toEqual(first);
    expect(await read(url, other)).toEqual(first);
    const restarted = createProcess();
    expect(await read(url, restarted)).toEqual(first);
    await restarted.service.close();

    await operate('PUT', {});
    expect((await read(url)).episodes).toHaveLength(2);
    at('2026-07-01T08:00:00Z');
    await operate('DELETE');
    const [again] = (await read(url)).episodes;
    expect(again!.publishDate).toBe('2026-07-01T07:59:59.000Z');
    expect(again!.guid).toBe(`${sku}/membership-ended`);
  });

  it('is dated each time anew by a process that keeps its links in memory', async () => {
    const alone = createBackend({
      catalogue: catalogueFile,
      now: () => time,
      log: () => undefined,
    });
    const url = await alone.feedUrl(member);
    for (const day of ['2026-07-10', '2026-08-10']) {
      expect((await read(url, alone)).episodes).toHaveLength(2);
      at(`${day}T08:00:00Z`);
      await writeCatalogue(({ grants }) => grants!.shift());
      await alone.service.reload();
      const [notice] = (await read(url, alone)).episodes;
      expect(notice!.publishDate).toBe(`${day}T07:59:59.000Z`);
      await writeCatalogue();
      await alone.service.reload();
    }
    await alone.service.close();
  });

  it('names the host that it was asked by, and does not hide its sound if recordings are signed', async () => {
    const url = await urlOfLapsed();
    const elsewhere = url.replace(origin, 'https://localhost:1');
    expect((await read(elsewhere)).episodes[0]!.url).toMatch(/^https:\/\/localhost:1\/notices\//);
    expect((await read(elsewhere)).etag).not.toBe((await read(url)).etag);
    await writeCatalogue(({ products }) => (products[0]!.recordings = 'signed'));
    await backend.service.reload();
    const { text, episodes } = await read(url);
    expect(episodes[0]!.url).toMatch(/\/notices\//);
    expect(text).not.toMatch(/recordings|show\.example\.org\/\d\.mp3/);
  });

  it('stands beside a trailer whose URL opens it again once the membership is renewed, if recordings are signed', async () => {
    const trailer = '<podcast:trailer url="https://cdn.example/trailer.mp3">T</podcast:trailer>';
    const feed = show
      .replace('<rss ', '<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" ')
      .replace('<item>', `${trailer}<item>`);
    const file = join(shows.folder, 'trailer.rss');
    await writeFile(file, Buffer.from(feed, 'latin1'));
    await writeCatalogue(({ products }) =>
      Object.assign(products[0]!, { feed: file, recordings: 'signed' }),
    );
    await backend.service.reload();
    const { text, episodes } = await read(await urlOfLapsed());
    expect(episodes.map(({ title }) => title)).toEqual(['Your membership has ended']);
    const [, signed] = /<podcast:trailer url="([^"]*)"/.exec(text)!;
    expect((await backend.send(signed!)).status).toBe(404);
    at('2026-03-31T12:00:00Z');
    const { headers } = await backend.send(signed!);
    expect(headers.get('Location')).toBe('https://cdn.example/trailer.mp3');
  });

  it('says what the publisher says, and keeps saying it while a new catalogue is refused', async () => {
    const audio = join(shows.folder, 'ended.mp3');
    const write = () =>
      writeCatalogue(({ products }) => {
        const ended = { audio: 'ended.mp3', title: 'Come back', text: 'We miss <you>' };
        products[0]!.notices = { ended };
      });
    await writeFile(audio, await readFile(join(sounds, 'fr-ended.mp3')));
    await write();
    await backend.service.reload();
    const url = await urlOfLapsed();
    const own = await read(url);
    expect(own.episodes[0]).toMatchObject({
      title: 'Come back',
      guid: `${sku}/membership-ended`,
      url: expect.stringMatching(/\/notices\/sid\.member-show-ended-[\w-]{12}\.mp3$/) as string,
    });
    expect(own.text).toContain('We miss &amp;lt;you&amp;gt;');
    const sound = await backend.send(own.episodes[0]!.url!);
    expect(Buffer.from(await sound.arrayBuffer())).toEqual(await readFile(audio));

    await writeFile(audio, 'no sound');
    const refused = await failureOf(backend.service.reload());
    expect(refused.message).toContain('products[0].notices.ended.audio: must be an MP3 file');
    expect(await read(url)).toEqual(own);

    await writeFile(audio, await readFile(join(sounds, 'de-ended.mp3')));
    await backend.service.reload();
    const changed = await read(url);
    expect(changed.episodes[0]!.url).not.toBe(own.episodes[0]!.url);
    // Some apps keep the first one.
    const { headers } = await backend.send(own.episodes[0]!.url!);
    expect(headers.get('Location')).toBe(changed.episodes[0]!.url);
  });
});

describe('withNotice: a show without episodes', () => {
  it('is one episode in its language, dated by the day the show was first loaded', async () => {
    const url = await backend.feedUrl(member, empty);
    at('2026-03-05T08:00:00Z');
    const first = await read(url);
    expect(first.podcast.title).toBe('Soon');
    expect(first.episodes).toEqual([
      expect.objectContaining({
        guid: `${empty}/no-episodes-yet`,
        title: 'Noch keine Folgen',
        link: 'https://soon.example/',
        publishDate: '2026-03-01T12:00:00.000Z',
        url: expect.stringMatching(`^${origin}/notices/de-empty-`) as string,
      }),
    ]);
    expect(first.text).not.toMatch(/payment|funding/);
    expect(await read(url, other)).toEqual(first);
  });
});
