import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../src/podcast/parse-podcast.js';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  createBackend,
  member,
  showFolder,
  sku,
  type Backend,
} from '../../support/feed-service/backend.js';
import { createDatabase, type TestDatabase } from '../../support/feed-service/prepared-database.js';

const episode = (guid: string, title: string, day: number) =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid><pubDate>${new Date(Date.UTC(2026, 1, day)).toUTCString()}</pubDate><enclosure url="https://cdn.example.org/${guid}.mp3" type="audio/mpeg" length="9"/></item>`;
const feedOf = (title: string, ...episodes: string[]) =>
  `<rss version="2.0"><channel><title>${title}</title>${episodes.join('')}</channel></rss>`;

const early = episode('early-3', 'Three', 3);
const bonus = episode('bonus-1', 'Outtakes', 2);
const two = episode('public-2', 'Two', 1);
const three = episode('public-3', 'Three', 10);

let files: Awaited<ReturnType<typeof showFolder>>;
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
  files = await showFolder();
});
const opened: Backend[] = [];
afterEach(async () => {
  for (const { service } of opened.splice(0)) await service.close();
  await files.remove();
});
afterAll(() => database.close());

const pathOf = (name: string) => join(files.folder, `${name}.xml`);
const write = (name: string, xml: string) => writeFile(pathOf(name), xml);

/** A service whose show is made of a public and a members' feed. */
function setUp(settings: Partial<Catalogue['products'][number]> = {}) {
  const lines: object[] = [];
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') };
  const feeds = [{ feed: pathOf('public') }, { feed: pathOf('members'), label: 'Members' }];
  const product = { sku, title: 'The Show', feeds, access: 'granted' as const, ...settings };
  const backend = createBackend({
    catalogue: { ...catalogueOf(''), products: [product] },
    database,
    now: () => clock.now,
    log: (line) => {
      if ('error' in line) lines.push(line);
    },
  });
  opened.push(backend);
  const read = async (email = member) => {
    const response = await backend.send(await backend.feedUrl(email));
    const xml = await response.text();
    const { title, episodes } = parsePodcast(xml);
    const guids = episodes.map(({ guid }) => guid);
    const titles = episodes.map((each) => each.title);
    return {
      status: response.status,
      etag: response.headers.get('ETag'),
      xml,
      title,
      episodes,
      guids,
      titles,
    };
  };
  return {
    backend,
    lines,
    read,
    later: () => void (clock.now += 61_000),
    metrics: async () => (await backend.send('/metrics')).text(),
  };
}

describe('createShowFeeds: a show made of several feeds', () => {
  it('is one feed, whose episodes are those of the feed that is named first', async () => {
    await write('public', feedOf('Public', two));
    await write('members', feedOf('Members', early, bonus));
    const { read, later } = setUp();
    const first = await read();
    expect(first.title).toBe('Public');
    expect(first.titles).toEqual(['Members: Three', 'Members: Outtakes', 'Two']);
    expect(first.guids).toEqual(['early-3', 'bonus-1', 'public-2']);
    expect(first.xml).toContain('<itunes:block>Yes</itunes:block>');

    await write('public', feedOf('Public', three, two));
    later();
    const second = await read();
    expect(second.titles).toEqual(['Three', 'Members: Outtakes', 'Two']);
    expect(second.guids).toEqual(['public-3', 'bonus-1', 'public-2']);
  });

  it('goes without items that are not well-formed, and names their feed in the log, once', async () => {
    await write('public', feedOf('Public', two));
    await write('members', feedOf('Members', bonus, early.replace('<title>', '<a b/><title>')));
    const { read, later, lines } = setUp();
    expect((await read()).titles).toEqual(['Members: Outtakes', 'Two']);
    await write('public', feedOf('Public', three, two));
    later();
    await read();
    expect(lines).toMatchObject([{ sku, source: 1, error: 'bad-feed' }]);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).toContain('of this feed: 1.');
  });

  it('keeps the last copy of a feed that is gone, and names it in the log and the metrics', async () => {
    await write('public', feedOf('Public', two));
    await write('members', feedOf('Members', bonus));
    const { read, later, lines, metrics } = setUp();
    const { etag } = await read();
    expect(await metrics()).toContain(`pps_feed_source_up{sku="${sku}",source="1"} 1\n`);
    for (const broken of ['<!doctype html><title>Maintenance</title>', undefined]) {
      if (broken === undefined) await rm(pathOf('members'));
      else await write('members', broken);
      later();
      expect((await read()).etag).toBe(etag);
    }
    expect(lines).toMatchObject([
      { sku, source: 1, error: 'bad-feed' },
      { sku, source: 1, error: 'unavailable' },
    ]);
    expect(await metrics()).toContain(`pps_feed_source_up{sku="${sku}",source="0"} 1\n`);
    expect(await metrics()).toContain(`pps_feed_source_up{sku="${sku}",source="1"} 0\n`);
    expect(lines.at(-1)).toMatchObject({ code: 'ENOENT', file: pathOf('members') });
  });

  it('is served without a feed that never loaded, until that one loads', async () => {
    await write('members', feedOf('Members', bonus));
    const { read, later, lines } = setUp();
    expect((await read()).titles).toEqual(['Members: Outtakes']);
    expect((await read()).titles).toEqual(['Members: Outtakes']);
    // The failure is remembered for a while.
    expect(lines).toMatchObject([{ sku, source: 0, error: 'unavailable' }]);
    await write('public', 'a page');
    later();
    expect((await read()).titles).toEqual(['Members: Outtakes']);
    expect(lines[1]).toMatchObject({ sku, source: 0, error: 'bad-feed' });
    await write('public', feedOf('Public', two));
    later();
    const { title, titles } = await read();
    expect(title).toBe('Public');
    expect(titles).toEqual(['Members: Outtakes', 'Two']);
  });

  it('is served with GUIDs that are long and dates that no calendar has', async () => {
    const long = Array.from({ length: 2_000 }, (_, index) => index * 7_919).join('-');
    const odd = episode('odd', 'Odd', 1)
      .replace(/<guid.*?<\/guid>/, `<guid>${long}</guid>`)
      .replace(/<pubDate>.*?</, '<pubDate>9999-12-31T23:59:59-14:00<');
    const unnamed = odd.replace(/<guid.*?<\/guid>/, '').replace('/odd.mp3', `/unnamed.mp3?${long}`);
    await write('public', feedOf('Public', two));
    await write('members', feedOf('Members', odd, unnamed));
    const { guids } = await setUp().read();
    expect(new Set(guids).size).toBe(3);
    expect((await setUp().read()).guids).toEqual(guids);
  });

  it('fails if none of its feeds loads', async () => {
    const { backend } = setUp();
    const { status } = await backend.send(await backend.feedUrl(member));
    expect(status).toBe(502);
  });

  it('stays the same feed while only a channel that nobody sees changes', async () => {
    await write('public', feedOf('Public', two));
    await write('members', feedOf('Members', bonus));
    const { read, later, metrics } = setUp();
    await read();
    const misses = /pps_feed_cache_total\{cache="rendered",result="miss"\} \d+/;
    const rendered = misses.exec(await metrics())?.[0];
    await write('members', feedOf('Another name', bonus));
    later();
    await read();
    expect(misses.exec(await metrics())?.[0]).toBe(rendered);
  });

  it('has signed recordings of each feed, and is parsed', async () => {
    await write('public', feedOf('Public', two));
    await write('members', feedOf('Members', bonus));
    const { backend, read } = setUp({ recordings: 'signed' });
    const { episodes, xml } = await read();
    expect(xml).not.toContain('cdn.example.org');
    const targets = await Promise.all(
      episodes.map(async ({ url }) => (await backend.send(url ?? '')).headers.get('Location')),
    );
    expect(targets).toEqual([
      'https://cdn.example.org/bonus-1.mp3',
      'https://cdn.example.org/public-2.mp3',
    ]);
    const url = await backend.feedUrl(member);
    const query = new URLSearchParams({ url, format: 'service' });
    const parsed = (await (await backend.send(`/rss?${query.toString()}`)).json()) as {
      episodes: { title: string }[];
    };
    expect(parsed.episodes.map(({ title }) => title)).toEqual(['Members: Outtakes', 'Two']);
  });
});
