import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  createBackend,
  lapsed,
  member,
  sku,
  stranger,
  type Backend,
} from '../../support/feed-service/backend.js';
import { adminCall, grantPath, operator } from '../../support/feed-service/operator-calls.js';
import { useDatabase, useShowFolder } from '../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

const csv = { 'Content-Type': 'text/csv' };
const ndjson = { 'Content-Type': 'application/x-ndjson' };

let backend: Backend;
/** A second process on the same database. */
let other: Backend;

beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
  const catalogue: Catalogue = catalogueOf(shows.feed);
  catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
  backend = createBackend({ catalogue, database, log: () => undefined });
  other = createBackend({ catalogue, database, log: () => undefined });
  await backend.service.open();
  await other.service.open();
  const opened = [backend, other];
  return () => Promise.all(opened.map(({ service }) => service.close()));
});

const admin = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => adminCall(backend, method, path, body, headers);
const stored = async () =>
  (await database.query('select email, sku, until, source from pps_grants order by 2, 1')).rows;
const isNothingStaged = async () =>
  (await database.query('select 1 from pps_staged_grants')).rows.length === 0;

describe('putGrant: grants', () => {
  it('count at once, and in every other process, until they are ended', async () => {
    await expect(backend.feedUrl(stranger)).rejects.toThrow('no access');
    const granted = await admin('PUT', grantPath('Stranger@Example.org'), {});
    expect(granted.status).toBe(200);
    expect(await granted.json()).toEqual({ email: stranger, sku });
    const url = await other.feedUrl(stranger);
    expect(await (await other.send(url)).text()).toContain('2.mp3');
    const ended = await admin('DELETE', grantPath(stranger));
    expect(ended.status).toBe(204);
    const asOther = async () => (await other.send(url)).text();
    await expect.poll(asOther).toContain('Your membership has ended');
    expect((await admin('DELETE', grantPath(stranger))).status).toBe(404);
  });

  it('that do not exist cannot be ended, and the nearest sku is named', async () => {
    const typo = await admin('DELETE', grantPath(stranger, 'sid:membershow'));
    expect(typo.status).toBe(404);
    const text = await typo.text();
    expect(text).toContain('did you mean `sid:member-show`?');
    expect(text).not.toContain(stranger);
  });

  it.each([
    ['goes on', null, 409],
    ['is over', '2020-01-01', 204],
  ])(
    'end, which is said to be of no use while one of an event %s',
    async (_name, until, status) => {
      await admin('PUT', grantPath(stranger), {});
      await database.query(
        `insert into pps_grants (email, sku, until, source) values ($1, $2, $3, 'events/billing')`,
        [stranger, sku, until],
      );
      const answer = await admin('DELETE', grantPath(stranger));
      expect(answer.status).toBe(status);
      if (status === 409)
        expect(await answer.text()).toContain('events/billing still gives access');
      expect(await stored()).toMatchObject([{ source: 'events/billing' }]);
    },
  );

  it('from the catalogue count too, and can only be ended there', async () => {
    const refused = await admin('DELETE', grantPath(member));
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('Remove it there');
    expect(await backend.feedUrl(member)).toContain('/feeds/');
  });

  it.each<[string, string, unknown, number]>([
    ['an unknown sku', grantPath(stranger, 'sid:nothing'), {}, 404],
    ['an invalid e-mail address', grantPath('nobody'), {}, 400],
    ['a malformed sku', grantPath(stranger, 'no prefix'), {}, 400],
    ['a sku with NUL', grantPath(stranger, `${sku}\0`), {}, 400],
    ['an invalid date', grantPath(stranger), { until: 'soon' }, 400],
    ['a misspelt field', grantPath(stranger), { untill: '2020-12-31' }, 400],
    ['a list', grantPath(stranger), [], 400],
  ])('refuse %s', async (_name, path, body, status) => {
    const response = await admin('PUT', path, body);
    expect(response.status).toBe(status);
    expect((await database.query('select * from pps_grants')).rows).toEqual([]);
  });
});

interface Page {
  grants: { email: string; sku: string; until?: string; source: string }[];
  cursor?: string;
}
const list = async (query = '') =>
  (await (await admin('GET', `/admin/grants?${query}`)).json()) as Page;

/** The grants of the catalogue, as they are listed. */
const listed = [
  { email: lapsed, sku, until: '2026-03-31', source: 'catalogue' },
  { email: member, sku, source: 'catalogue' },
];

/** Adds grants past the service. */
const add = (emails: readonly string[]) =>
  database.query(
    'insert into pps_grants (email, sku) select value, $2 from json_array_elements_text($1::json)',
    [JSON.stringify(emails), sku],
  );
const numbered = (length: number) =>
  Array.from({ length }, (_, index) => `m${String(index).padStart(6, '0')}@example.org`);

describe('listGrants: GET /admin/grants', () => {
  it('lists every grant with its source, page by page', async () => {
    const emails = numbered(199);
    await add(emails);
    await database.query(
      `insert into pps_grants (email, sku, source) values ($1, $2, 'events/billing')`,
      [emails[0], sku],
    );
    await admin('PUT', grantPath(stranger, 'sid:open-show'), { until: '2030-12-31' });
    const pages = [await list()];
    for (let cursor = pages[0]!.cursor; cursor; cursor = pages.at(-1)!.cursor)
      pages.push(await list(`cursor=${encodeURIComponent(cursor)}`));
    expect(pages.map(({ grants }) => grants.length)).toEqual([100, 100, 3]);
    const all = pages.flatMap(({ grants }) => grants);
    expect(all).toEqual([
      ...listed,
      { email: emails[0], sku, source: 'admin' },
      { email: emails[0], sku, source: 'events/billing' },
      ...emails.slice(1).map((email) => ({ email, sku, source: 'admin' })),
      { email: stranger, sku: 'sid:open-show', until: '2030-12-31', source: 'admin' },
    ]);
    expect((await list(`email=${stranger.toUpperCase()}`)).grants).toEqual([all.at(-1)]);
    expect((await list('sku=sid:open-show')).grants).toEqual([all.at(-1)]);
    expect((await list(`sku=${sku}&email=${emails[0]!}`)).grants).toEqual(all.slice(2, 4));
    expect((await list(`email=${lapsed}`)).grants).toEqual([listed[0]]);
  });

  const bytes = (...position: unknown[]) =>
    `cursor=${Buffer.from(JSON.stringify(position)).toString('base64url')}`;
  it.each([
    ['cursor=nonsense'],
    [bytes('admin', 'sid:a\0', member)],
    [bytes('admin', sku, 'a\0@example.org')],
    [bytes('admin\0', sku, member)],
    [bytes('admin', sku, 'a\ud800@example.org')],
    [bytes('admin', sku)],
    ['sku=sid:a%00'],
    ['sku=%ED%A0%80'],
    ['email=a%00@example.org'],
    ['email=nobody'],
    ['skus=sid:a'],
  ])('answers %j with 400', async (query) => {
    expect((await admin('GET', `/admin/grants?${query}`)).status).toBe(400);
  });

  it('sends all of a product as lines of JSON', async () => {
    await add(numbered(2_500));
    await admin('PUT', '/admin/grants/sid:open-show/a@example.org', {});
    const headers = { Accept: 'application/x-ndjson, application/json;q=0.5' };
    const file = await admin('GET', `/admin/grants?sku=${sku}`, undefined, headers);
    const lines = (await file.text()).trim().split('\n');
    expect(lines).toHaveLength(2_502);
    expect(JSON.parse(lines[2]!)).toEqual({ email: numbered(1)[0], sku, source: 'admin' });
    expect(new Set(lines).size).toBe(2_502);
  });

  it('reads no more of them than the client takes', async () => {
    await add(numbered(20_000));
    const queries: string[] = [];
    const watched = {
      query: (text: string, params?: unknown[]) => {
        if (text.includes('order by sku')) queries.push(text);
        return database.query(text, params);
      },
    };
    const catalogue = catalogueOf(shows.feed);
    catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
    backend = createBackend({ catalogue, database: watched });
    const file = await admin('GET', '/admin/grants', undefined, { Accept: 'text/csv' });
    const reader = file.body!.getReader();
    await reader.read();
    // Another answer comes meanwhile.
    expect(await backend.userId(stranger)).toMatch(/^email\|/);
    expect(queries.length).toBeLessThan(5);
    await reader.cancel();
    expect((await list()).grants).toHaveLength(100);
    expect(queries.length).toBeLessThan(6);
  });
});

describe('importGrants: POST /admin/grants', () => {
  const put = (text: string | ReadableStream, headers: Record<string, string>) =>
    admin('POST', '/admin/grants', text, headers);
  const asJson = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join('\n');

  it.each<[string, string, Record<string, string>]>([
    [
      'CSV',
      `\uFEFFsku,email,until\r\n${sku},Stranger@Example.org,2030-12-31\r\n\r\n"${sku}","""a,b""@example.org",\r\n`,
      { 'Content-Type': 'Text/CSV; charset=utf-8' },
    ],
    [
      'lines of JSON',
      `\uFEFF${asJson({ email: 'Stranger@Example.org', sku, until: '2030-12-31' })}\r\n\n${asJson({ email: '"a,b"@example.org', sku })}`,
      ndjson,
    ],
  ])(
    'adds the grants of a file of %s, at once, and soon in every other process',
    async (_, text, type) => {
      await expect(other.feedUrl(stranger)).rejects.toThrow('no access');
      const answer = await put(text, type);
      expect(await answer.json()).toEqual({ added: 2, changed: 0, unchanged: 0, skipped: 0 });
      expect(answer.status).toBe(200);
      expect(await stored()).toEqual([
        { email: '"a,b"@example.org', sku, until: null, source: 'admin' },
        { email: stranger, sku, until: '2030-12-31', source: 'admin' },
      ]);
      const asOther = () => other.feedUrl(stranger).catch(() => 'no access');
      await expect.poll(asOther).toContain('/feeds/');
      expect(await isNothingStaged()).toBe(true);
    },
  );

  it('skips the lines of other sources, and grants what another source has granted', async () => {
    const sql = `insert into pps_grants (email, sku, source) values ($1, $2, 'events/billing')`;
    await database.query(sql, [stranger, sku]);
    const lines = ['events/billing', 'admin'].map((source) => ({ email: stranger, sku, source }));
    expect(await (await put(asJson(...lines), ndjson)).json()).toEqual({
      added: 1,
      changed: 0,
      unchanged: 0,
      skipped: 1,
    });
  });

  const good = `a@example.org,${sku},\n`;
  const goodJson = `${JSON.stringify({ email: 'a@example.org', sku })}\n`;
  it.each<[string, string, Record<string, string>, number, string]>([
    ['no header', good, csv, 1, 'header line'],
    ['semicolons', 'email;sku;until\n', csv, 1, 'Commas'],
    ['an unknown column', `email,sku,untill\n${good}`, csv, 1, 'header line'],
    ['a wrong date', `email,sku,until\n${good}\nb@example.org,${sku},soon\n`, csv, 4, 'until'],
    ['an open quote', `email,sku,until\n"${good.repeat(2_000)}`, csv, 2, '4096'],
    ['an unknown sku', `email,sku\na@example.org,sid:nothing\n`, csv, 2, 'catalogue'],
    ['a list', `${goodJson}[]\n`, ndjson, 2, 'JSON object'],
    [
      'a misspelt field',
      `${goodJson}{"email":"b@x.org","sku":"${sku}","untill":""}`,
      ndjson,
      2,
      'untill',
    ],
    ['a line that is too long', `${goodJson}${' '.repeat(4_097)}\n${goodJson}`, ndjson, 2, '4096'],
    [
      'a wrong line after thousands',
      `${goodJson.repeat(3_000)}{}\n${goodJson}`,
      ndjson,
      3_001,
      'email, sku',
    ],
  ])('changes nothing for a file with %s', async (_, text, type, line, reason) => {
    const answer = await put(text, type);
    const problem = (await answer.json()) as { line: number; detail: string };
    expect(problem).toMatchObject({ status: 422, code: 'bad-input', line });
    expect(problem.detail).toContain(reason);
    expect(answer.status).toBe(422);
    expect(await stored()).toEqual([]);
    expect(await isNothingStaged()).toBe(true);
  });

  it('changes nothing if the file breaks off', async () => {
    async function* broken() {
      yield Buffer.from(goodJson.repeat(2_500));
      await Promise.resolve();
      throw new Error('gone');
    }
    const answer = await put(Readable.toWeb(Readable.from(broken())) as ReadableStream, ndjson);
    expect(answer.status).toBe(400);
    expect(await stored()).toEqual([]);
    expect(await isNothingStaged()).toBe(true);
  });

  it('takes no other type', async () => {
    const answer = await put('[]', { 'Content-Type': 'application/json' });
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain('text/csv or application/x-ndjson');
  });

  it('takes nothing compressed, and says so', async () => {
    const answer = await put(goodJson, { ...ndjson, 'Content-Encoding': 'gzip' });
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain('not compressed');
    expect((await put(goodJson, { ...ndjson, 'Content-Encoding': 'identity' })).status).toBe(200);
  });

  it('adds 20,000 grants, and removes what an import before has left', async () => {
    await database.query(
      `insert into pps_staged_grants values ('old', 1, 'sid:a', 'a@example.org', null, now() - interval '2 days')`,
    );
    const text = numbered(20_000)
      .map((email) => `${email},${sku}\n`)
      .join('');
    const answer = await put(`email,sku\n${text}`, csv);
    expect(await answer.json()).toMatchObject({ added: 20_000 });
    expect(await isNothingStaged()).toBe(true);
  });
});
