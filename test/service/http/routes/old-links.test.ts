/** Links for life: taken over from an old host, given out, sent on to a new one, and made new after a breach. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalogue } from '../../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  createBackend,
  lapsed,
  member,
  origin,
  show,
  sku,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { useShowFolder } from '../../../support/feed-service/for-file.js';
import { adminCall, operator, tokenOf } from '../../../support/feed-service/operator-calls.js';
import {
  createDatabase,
  type TestDatabase,
} from '../../../support/feed-service/prepared-database.js';

const shows = await useShowFolder();
const DAY = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-03-01T12:00:00Z');
const open = 'sid:open-show';

function catalogue(): Catalogue {
  const written = catalogueOf(shows.feed);
  written.clients.push({ ...operator, scopes: ['service:admin', 'service:backup'] });
  written.publisher = { name: 'The Publisher', url: 'https://publisher.example/members' };
  return written;
}

let database: TestDatabase;
let backend: Backend;
let clock: number;
const config = () => ({ catalogue: catalogue(), database, log: () => undefined, now: () => clock });

beforeEach(async () => {
  clock = start;
  database = await createDatabase();
  backend = createBackend(config());
  await backend.service.open();
  return async () => {
    await backend.service.close();
    await database.close();
  };
});

const csv = { 'Content-Type': 'text/csv' };
const send = (path: string, lines: readonly string[], to = backend) =>
  adminCall(to, 'POST', path, lines.join('\n'), csv);

async function counts(path: string, lines: readonly string[], to = backend): Promise<unknown> {
  const answer = await send(path, lines, to);
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The file that GET /admin/links sends. */
async function exportLinks(query = ''): Promise<Response> {
  const token = await tokenOf(backend, operator, 'service:backup');
  const headers = { Authorization: `Bearer ${token}` };
  return backend.send(`/admin/links${query}`, { headers });
}

const exported = async (query = '') =>
  (await (await exportLinks(query)).text())
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(','));

const moveIn = (lines: readonly string[], to = backend) =>
  counts('/admin/links', ['oldUrl,email,sku', ...lines], to);
const moveOut = (lines: readonly string[]) =>
  counts('/admin/moves', ['email,sku,newUrl', ...lines]);

const rotate = async (body: object = { sku }) =>
  (await (await adminCall(backend, 'POST', '/admin/feeds/rotate', body)).json()) as {
    rotated: number;
    before: string;
    isDone: boolean;
  };
const reset = async (email: string) => {
  const answer = await adminCall(backend, 'POST', '/admin/feeds/reset', { sku, email });
  expect(answer.status).toBe(204);
};

/** What an app gets at an address: the status, and where it leads or what it says. */
async function ask(url: string, init: RequestInit = {}, from = backend) {
  const path = url.replace(/^https?:\/\/[^/]+/, '');
  const answer = await from.send(path, { redirect: 'manual', ...init });
  const text = await answer.text();
  const titles = [...text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title);
  const location = answer.headers.get('Location') ?? undefined;
  return { status: answer.status, location, titles, text, headers: answer.headers };
}

/** How hosts write a member's link: the token in the path, in the query, or in both. */
const shapes: [host: string, url: (n: number) => string][] = [
  ['a token as folder', (n) => `https://feeds.host-a.example/tok${n}x/feed`],
  ['a file', (n) => `https://host-b.example/rss/show-1/${n}a${n}.rss`],
  ['a query', (n) => `https://www.host-c.example/rss/show?auth=${n}-secret`],
  ['a query of the front page', (n) => `https://host-d.example/?feed=podcast&token=k${n}`],
  ['both', (n) => `https://host-e.example/members/${n}/feed.xml?token=zz${n}&v=2`],
  ['the path of our parser', (n) => `https://host-f.example/rss?u=${n}&h=ff`],
  ['letters that are escaped', (n) => `http://host-g.example/p%C3%A4%2f/${n}%7Eb/feed?x=a%2Bb`],
];

describe('POST /admin/links', () => {
  it('takes over the links of seven hosts, a thousand of each', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `m${n}@example.org`);
    const lines = shapes.flatMap(([, url]) => many.map((email, n) => `${url(n)},${email},${sku}`));
    const none = { added: 0, changed: 0, unchanged: 0, skipped: 0 };
    expect(await moveIn(lines)).toEqual({ ...none, added: 7_000 });
    expect(await moveIn(lines)).toEqual({ ...none, unchanged: 7_000 });
    const own = new Map((await exported()).map(([email, , url]) => [email, url]));
    // Until this process has read so many, it says that it does not know, and not that there is nothing.
    await vi.waitFor(async () => {
      const unknown = await ask('/nobody/has/this');
      for (const [, url] of shapes) {
        const { status } = await ask(url(998));
        expect([301, 503]).toContain(status);
      }
      expect(unknown.status).toBe(404);
    }, 20_000);
    for (const [shape, url] of shapes) {
      for (const n of [0, 499, 999]) {
        const found = await ask(url(n));
        const location = own.get(`m${n}@example.org`);
        expect(found, shape).toMatchObject({ status: 301, location });
        expect(found.headers.get('Cache-Control')).toBe('private, no-store');
        expect(found.headers.get('Referrer-Policy')).toBe('no-referrer');
      }
      expect((await ask(url(1_000))).status, shape).toBeGreaterThanOrEqual(400);
      expect((await ask(url(3), { method: 'HEAD' })).status, shape).toBe(301);
      expect((await ask(url(3), { method: 'POST' })).status, shape).toBe(404);
    }
  });

  it('leads to the feed as the member may hear it, and to the page’s own link', async () => {
    await moveIn([
      `https://old.example/1,${member},${sku}`,
      `https://old.example/2,${lapsed},${sku}`,
    ]);
    const { location = '' } = await ask('/1');
    expect((await ask(location)).titles).toEqual([
      'The Member Show',
      'Second',
      'First, på svenska',
    ]);
    clock = Date.parse('2026-05-01T00:00:00Z');
    const ended = await ask((await ask('/2')).location ?? '');
    expect(ended.titles).toEqual(['The Member Show', 'Your membership has ended']);
    // The member comes to the page afterwards: it is the same link.
    expect(await backend.feedUrl(member)).toBe(location);
  });

  it('knows an address however it is written, and no other', async () => {
    await moveIn([`https://old.example/a/../b/%7ex%2f?Token=%41,${member},${sku}`]);
    expect((await ask('/b/~x%2F?Token=%41')).status).toBe(301);
    expect((await ask('/b/%7Ex%2f?Token=%41')).status).toBe(301);
    for (const other of ['/b/~x%2F', '/b/~x%2F?Token=A', '/b/~x/?Token=%41', '/B/~x%2F?Token=%41'])
      expect((await ask(other)).status, other).toBe(404);
  });

  it.each([
    ['another scheme', `feed://old.example/1,${member},${sku}`, /http or https/],
    ['a name and password', `https://me:pw@old.example/feed,${member},${sku}`, /name and password/],
    ['a front page', `https://old.example/,${member},${sku}`, /nothing in it/],
    ['a path of ours', `https://old.example/admin/grants,${member},${sku}`, /answers this path/],
    ['a question for the parser', `https://old.example/rss?url=x,${member},${sku}`, /answers this/],
    ['a product that is not there', `https://old.example/1,${member},sid:none`, /catalogue/],
    ['no address', `https://old.example/1,nobody,${sku}`, /email/],
    ['no URL', `,${member},${sku}`, /oldUrl/],
  ])('refuses a file with %s, as a whole', async (_what, line, reason) => {
    const lines = ['oldUrl,email,sku', `https://old.example/fine,${member},${sku}`, line];
    const answer = await send('/admin/links', lines);
    expect(answer.status).toBe(422);
    const { detail, line: number } = (await answer.json()) as { detail: string; line: number };
    expect(number).toBe(3);
    expect(detail).toMatch(reason);
    expect(detail).not.toContain('old.example');
    expect((await ask('/fine')).status).toBe(404);
  });

  it('refuses one address for two members, and the link that a member has', async () => {
    const twice = ['oldUrl,email,sku', `https://a.example/1,${member},${sku}`];
    const answer = await send('/admin/links', [...twice, `https://b.example/1,${lapsed},${sku}`]);
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/^Line 3: A line before/);
    const own = await backend.feedUrl(member);
    expect((await send('/admin/links', [twice[0]!, `${own},${lapsed},${sku}`])).status).toBe(422);
  });

  it('corrects a link that was given to the wrong member', async () => {
    await moveIn([`https://old.example/1,${lapsed},${sku}`]);
    const before = (await ask('/1')).location;
    expect(await moveIn([`https://old.example/1,${member},${sku}`])).toMatchObject({ changed: 1 });
    expect((await ask('/1')).location).toBe(await backend.feedUrl(member));
    expect((await ask('/1')).location).not.toBe(before);
  });

  it('never gives the next secret to whoever has a link that was reset', async () => {
    const lines = [`https://old.example/1,${member},${sku}`];
    await moveIn(lines);
    await reset(member);
    expect((await ask('/1')).status).toBe(404);
    expect(await moveIn(lines)).toMatchObject({ skipped: 1 });
    expect((await ask('/1')).status).toBe(404);
    // Another link of that host is as good as before.
    expect(await moveIn([`https://old.example/2,${member},${sku}`])).toMatchObject({ added: 1 });
    expect((await ask('/2')).location).toBe(await backend.feedUrl(member));
  });

  it('is known to another process, and after a restart', async () => {
    const other = createBackend(config());
    await other.service.open();
    await moveIn([`https://old.example/1,${member},${sku}`]);
    await vi.waitFor(async () => expect((await ask('/1', {}, other)).status).toBe(301));
    const again = createBackend(config());
    await again.service.open();
    expect((await ask('/1', {}, again)).location).toBe(await backend.feedUrl(member));
  });
});

describe('GET /admin/links', () => {
  it('gives every member’s link, which another service takes over as it is', async () => {
    const urls = [await backend.feedUrl(member), await backend.feedUrl(lapsed, open)];
    const answer = await exportLinks();
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const file = await answer.text();
    expect(file.split('\r\n').sort()).toEqual(
      ['', 'email,sku,url', `${member},${sku},${urls[0]}`, `${lapsed},${open},${urls[1]}`].sort(),
    );
    const another = await createDatabase();
    const moved = createBackend({ ...config(), database: another });
    await moved.service.open();
    const taken = await adminCall(moved, 'POST', '/admin/links', file, csv);
    expect(await taken.json()).toMatchObject({ added: 2 });
    const { location = '' } = await ask(urls[0]!, {}, moved);
    expect(location).toBe(await moved.feedUrl(member));
    // Episodes keep their GUIDs, so no app takes one for new.
    const guids = (text: string) => [...text.matchAll(/<guid[^>]*>[^<]*/g)].map(([guid]) => guid);
    const [here, there] = [await ask(urls[0]!), await ask(location, {}, moved)];
    expect(guids(there.text)).toEqual(guids(here.text));
    await moved.service.close();
    await another.close();
  });

  it('asks for a scope of its own', async () => {
    expect((await adminCall(backend, 'GET', '/admin/links')).status).toBe(403);
    expect(await exported(`?sku=${open}`)).toEqual([]);
  });
});

describe('POST /admin/moves', () => {
  const away = 'https://new-host.example/feed?token=1';

  it('sends a member on for good, and takes them back', async () => {
    const [own, others] = [await backend.feedUrl(member), await backend.feedUrl(lapsed)];
    const lines = [`${member},${sku},${away}`, `nobody@example.org,${sku},${away}`];
    expect(await moveOut(lines)).toEqual({ moved: 1, returned: 0, skipped: 1 });
    const found = await ask(own);
    expect(found).toMatchObject({ status: 301, location: away });
    expect(found.headers.get('Cache-Control')).toBe('private, no-store');
    expect((await ask(others)).status).toBe(200);
    const next = 'https://newer-host.example/feed';
    await moveOut([`${member},${sku},${next}`]);
    expect((await ask(own)).location).toBe(next);
    expect(await moveOut([`${member},${sku},`])).toEqual({ moved: 0, returned: 1, skipped: 0 });
    expect((await ask(own)).status).toBe(200);
  });

  it('keeps the new URL sealed, and says when it cannot be read', async () => {
    const own = await backend.feedUrl(member);
    await moveOut([`${member},${sku},${away}`]);
    const { rows } = await database.query('select * from pps_old_links');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('new-host');
    await database.exec('alter table pps_old_links rename to away');
    const answer = await ask(own);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('30');
    await database.exec('alter table away rename to pps_old_links');
    expect((await ask(own)).location).toBe(away);
  });

  it('ends with a reset, also for whoever kept the old link', async () => {
    const own = await backend.feedUrl(member);
    await moveOut([`${member},${sku},${away}`]);
    await reset(member);
    expect((await ask(own)).status).toBe(404);
    expect((await ask(await backend.feedUrl(member))).status).toBe(200);
  });

  it.each([
    ['plain http', 'http://new-host.example/feed', /https/],
    ['no URL', 'new-host', /https/],
    ['this service', `${origin}/feeds/x`, /this service/],
  ])('refuses %s', async (_what, url, reason) => {
    const answer = await send('/admin/moves', ['email,sku,newUrl', `${member},${sku},${url}`]);
    expect(answer.status).toBe(422);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(reason);
  });

  it('refuses a member’s own link under another name of the service', async () => {
    const other = (await backend.feedUrl(member)).replace(origin, 'https://other.example');
    const lines = ['email,sku,newUrl', `${member},${sku},${other}`];
    expect((await send('/admin/moves', lines)).status).toBe(422);
  });
});

describe('POST /admin/feeds/rotate', () => {
  it('makes all links of a product new, and the old ones say so for 90 days', async () => {
    const old = await Promise.all([backend.feedUrl(member), backend.feedUrl(lapsed)]);
    const [kept] = [await backend.feedUrl(member, open)];
    await moveIn([`https://old.example/1,${member},${sku}`]);
    clock += DAY;
    expect(await rotate()).toMatchObject({ rotated: 2, isDone: true });
    const renewed = await backend.feedUrl(member);
    expect(renewed).not.toBe(old[0]);
    expect((await ask(renewed)).titles).toContain('Second');
    expect((await ask(kept)).status).toBe(200);
    for (const url of [...old, '/1']) {
      const notice = await ask(url);
      expect(notice.status).toBe(200);
      expect(notice.titles).toEqual(['The Member Show', 'Your link has changed']);
      expect(notice.text).toContain(`<guid isPermaLink="false">${sku}/link-changed</guid>`);
      expect(notice.text).toContain('<link>https://publisher.example/members</link>');
      // Whoever has the old link must not learn the new one.
      expect(notice.text).not.toContain(renewed.split('/').at(-2));
      const [, sound = ''] = /<enclosure url="([^"]+)"/.exec(notice.text) ?? [];
      expect((await ask(sound)).headers.get('Content-Type')).toBe('audio/mpeg');
      const tag = notice.headers.get('ETag')!;
      expect((await ask(url, { headers: { 'If-None-Match': tag } })).status).toBe(304);
    }
    clock += 90 * DAY;
    for (const url of [...old, '/1']) expect((await ask(url)).status).toBe(404);
    expect((await ask(renewed)).status).toBe(200);
  });

  it('gives no recording of the show to an old link, and no place for one', async () => {
    const trailer = '<podcast:trailer url="https://show.example.org/t.mp3">T</podcast:trailer>';
    const image = '<image><url>https://show.example.org/i.png</url></image>';
    const feed = join(shows.folder, 'trailer.rss');
    await writeFile(feed, show.replace('<item>', `${trailer}${image}<item>`));
    const written = catalogue();
    written.products[0] = { ...written.products[0]!, feed, recordings: 'signed' };
    const signed = createBackend({ ...config(), catalogue: written });
    const own = await signed.feedUrl(member);
    clock += DAY;
    await adminCall(signed, 'POST', '/admin/feeds/rotate', { sku });
    const { text } = await ask(own, {}, signed);
    expect(text).toContain('link-changed');
    expect(text).not.toMatch(/trailer|t\.mp3|[12]\.mp3/);
  });

  it('goes on where it was broken off, and replaces no link twice', async () => {
    const emails = Array.from({ length: 1_200 }, (_, n) => `m${n}@example.org`);
    await moveIn(emails.map((email, n) => `https://old.example/${n},${email},${sku}`));
    clock += DAY;
    const before = new Date(clock).toISOString();
    const begin = database.transaction.bind(database);
    const transaction = vi.spyOn(database, 'transaction');
    transaction.mockImplementationOnce(begin).mockRejectedValueOnce(new Error('gone'));
    const broken = await adminCall(backend, 'POST', '/admin/feeds/rotate', { sku, before });
    expect(broken.status).toBe(500);
    transaction.mockRestore();
    clock += 1_000;
    const { rotated } = await rotate({ sku, before });
    expect(rotated).toBe(700);
    expect(await rotate({ sku, before })).toMatchObject({ rotated: 0, isDone: true });
    const { rows } = await database.query<{ version: number; count: number }>(
      'select version, count(*)::integer as count from pps_entitlements group by version',
    );
    expect(rows).toEqual([{ version: 2, count: 1_200 }]);
  });

  it('refuses a time that is to come, and a product that is not there', async () => {
    const call = (body: object) => adminCall(backend, 'POST', '/admin/feeds/rotate', body);
    const before = new Date(clock + DAY).toISOString();
    expect((await call({ sku, before })).status).toBe(400);
    expect((await call({ sku: 'sid:none' })).status).toBe(404);
  });
});

describe('POST /admin/feeds/reset', () => {
  it('ends the links of whoever has no address but is named with this one alone', async () => {
    const call = (path: string, body: object) => adminCall(backend, 'PUT', path, body);
    const state = { email: member, grants: [{ sku }] };
    await call('/admin/members/shop/1', state);
    // The address goes to somebody else: whoever was known by it keeps the link, without an address.
    const own = await backend.feedUrl(member);
    await call('/admin/members/shop/1', { ...state, email: 'moved@example.org' });
    await call('/admin/members/shop/1', state);
    const after = await backend.feedUrl(member);
    await reset(member);
    for (const url of [own, after]) expect((await ask(url)).status).toBe(404);
  });
});
