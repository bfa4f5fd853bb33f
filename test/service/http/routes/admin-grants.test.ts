import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  createBackend,
  lapsed,
  member,
  sku,
  stranger,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { betweenStatements } from '../../../support/feed-service/between.js';
import { useShowFolder } from '../../../support/feed-service/for-file.js';
import { adminCall, grantPath, operator } from '../../../support/feed-service/operator-calls.js';
import {
  createDatabase,
  type TestDatabase,
} from '../../../support/feed-service/prepared-database.js';
import { storedGrants } from '../../../support/feed-service/stored-grants.js';

const shows = await useShowFolder();

const csv = { 'Content-Type': 'text/csv' };
const ndjson = { 'Content-Type': 'application/x-ndjson' };

/** The grants of the catalogue. */
const listed = [
  { email: lapsed, sku, until: '2100-03-31' },
  { email: member, sku },
];

let database: TestDatabase;
let backend: Backend;
/** A second process on the same database. */
let other: Backend;

beforeEach(async () => {
  database = await createDatabase();
  const catalogue: Catalogue = catalogueOf(shows.feed);
  catalogue.clients.push({ ...operator, scopes: ['service:admin'] });
  catalogue.grants = listed;
  backend = createBackend({ catalogue, database, log: () => undefined });
  other = createBackend({ catalogue, database, log: () => undefined });
  await backend.service.open();
  await other.service.open();
  const opened = [backend, other];
  return async () => {
    await Promise.all(opened.map(({ service }) => service.close()));
    await database.close();
  };
});

const admin = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => adminCall(backend, method, path, body, headers);
const stored = () => storedGrants(database);
/** What a system of the publisher's own gives. */
const give = (email: string, until?: string) =>
  admin('PUT', '/admin/members/shop/7', { email, grants: [{ sku, until }] });

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
    ['goes on', undefined, 409],
    ['is over', '2020-01-01', 204],
  ])(
    'end, which is said to be of no use while one of another source %s',
    async (_name, until, status) => {
      await admin('PUT', grantPath(stranger), {});
      await give(stranger, until);
      const answer = await admin('DELETE', grantPath(stranger));
      expect(answer.status).toBe(status);
      if (status === 409) expect(await answer.text()).toContain('shop still gives access');
      expect(await stored()).toMatchObject([{ source: 'shop' }]);
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
    expect(await stored()).toEqual([]);
  });
});

interface Page {
  grants: { email: string; sku: string; until?: string; source: string }[];
  cursor?: string;
}
const list = async (query = '') =>
  (await (await admin('GET', `/admin/grants?${query}`)).json()) as Page;

/** Adds grants past the service. */
async function add(emails: readonly string[]): Promise<void> {
  const values = JSON.stringify(emails);
  await database.query(
    `insert into pps_members (source, subject, addresses, email, stated_at)
     select 'admin', 'email:' || value, 'typed', value, now() from json_array_elements_text($1::json)`,
    [values],
  );
  await database.query(
    `insert into pps_grants (source, subject, sku, since, ends_at, is_stated)
     select 'admin', 'email:' || value, $2, now(), '9999-12-31', true
     from json_array_elements_text($1::json)`,
    [values, sku],
  );
}
const numbered = (length: number) =>
  Array.from({ length }, (_, index) => `m${String(index).padStart(6, '0')}@example.org`);

describe('listGrants: GET /admin/grants', () => {
  it('lists every grant with its source, page by page', async () => {
    const emails = numbered(199);
    await add(emails);
    await give(emails[0]!);
    await admin('PUT', grantPath(stranger, 'sid:open-show'), { until: '2030-12-31' });
    const pages = [await list()];
    for (let cursor = pages[0]!.cursor; cursor; cursor = pages.at(-1)!.cursor)
      pages.push(await list(`cursor=${encodeURIComponent(cursor)}`));
    expect(pages.map(({ grants }) => grants.length)).toEqual([100, 100, 3]);
    const all = pages.flatMap(({ grants }) => grants);
    expect(all).toEqual([
      ...emails.map((email) => ({ email, sku, source: 'admin' })),
      ...listed.map((grant) => ({ ...grant, source: 'catalogue' })),
      { email: emails[0], sku, source: 'shop' },
      { email: stranger, sku: 'sid:open-show', until: '2030-12-31', source: 'admin' },
    ]);
    expect((await list(`email=${stranger.toUpperCase()}`)).grants).toEqual([all.at(-1)]);
    expect((await list('sku=sid:open-show')).grants).toEqual([all.at(-1)]);
    expect((await list(`sku=${sku}&email=${emails[0]!}`)).grants).toEqual([all[0], all.at(-2)]);
    expect((await list(`email=${lapsed}`)).grants).toMatchObject(listed.slice(0, 1));
  });

  const bytes = (...position: unknown[]) =>
    `cursor=${Buffer.from(JSON.stringify(position)).toString('base64url')}`;
  it.each([
    ['cursor=nonsense'],
    [bytes('sid:a\0', 'admin', member)],
    [bytes(sku, 'admin', 'a\0@example.org')],
    [bytes(sku, 'admin\0', member)],
    [bytes(sku, 'admin', 'a\ud800@example.org')],
    [bytes(sku, 'admin')],
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
    expect(JSON.parse(lines[0]!)).toEqual({ email: numbered(1)[0], sku, source: 'admin' });
    expect(new Set(lines).size).toBe(2_502);
  });

  it('reads no more of them than the client takes', async () => {
    await add(numbered(20_000));
    const queries: string[] = [];
    const watched = betweenStatements(database, (text, run) => {
      if (text.includes('order by granted.sku')) queries.push(text);
      return run();
    });
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
    },
  );

  it('skips the lines of other sources, and grants what another source has granted', async () => {
    await give(stranger);
    const lines = ['shop', 'admin'].map((source) => ({ email: stranger, sku, source }));
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
});
