import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  createBackend,
  member,
  showFolder,
  sku,
  stranger,
  type Backend,
} from '../../support/feed-service/backend.js';
import { createDatabase } from '../../support/feed-service/prepared-database.js';

const operator = { clientId: 'operator', clientSecret: 'operates' };

let database: PGlite;
let shows: Awaited<ReturnType<typeof showFolder>>;
let file: string;
let backend: Backend;
/** A second process on the same database. */
let other: Backend;
const lines: object[] = [];

function catalogue(): Catalogue {
  const written = catalogueOf(shows.feed);
  written.clients.push({ ...operator, scopes: ['service:admin'] });
  return written;
}
const write = (content: object) => writeFile(file, JSON.stringify(content));

beforeAll(async () => {
  database = await createDatabase();
  shows = await showFolder();
  file = join(shows.folder, 'catalogue.json');
});
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
  await write(catalogue());
  lines.length = 0;
  const config = { catalogue: file, database, log: (line: object) => lines.push(line) };
  backend = createBackend(config);
  other = createBackend(config);
  await backend.service.open();
  await other.service.open();
});
afterAll(async () => {
  await database.close();
  await shows.remove();
});

async function tokenOf(client = operator, scope = 'service:admin'): Promise<string> {
  const form = { client_id: client.clientId, client_secret: client.clientSecret, scope };
  const answer = (await (await backend.token(form)).json()) as { access_token: string };
  return answer.access_token;
}

async function admin(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${await tokenOf()}` };
  return backend.send(path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const grantPath = (email: string, product = sku) =>
  `/admin/grants/${encodeURIComponent(product)}/${encodeURIComponent(email)}`;

describe('putGrant: grants', () => {
  it('count at once, in every process, until they are ended', async () => {
    await expect(backend.feedUrl(stranger)).rejects.toThrow('no access');
    const granted = await admin('PUT', grantPath('Stranger@Example.org'), {});
    expect(granted.status).toBe(200);
    expect(await granted.json()).toEqual({ email: stranger, sku });
    const url = await other.feedUrl(stranger);
    expect(await (await other.send(url)).text()).toContain('2.mp3');
    const ended = await admin('DELETE', grantPath(stranger));
    expect(ended.status).toBe(204);
    expect(await (await other.send(url)).text()).toContain('Your membership has ended');
    expect((await admin('DELETE', grantPath(stranger))).status).toBe(204);
  });

  it('have an end, which can be changed', async () => {
    const until = '2020-12-31';
    expect(await (await admin('PUT', grantPath(stranger), { until })).json()).toEqual({
      email: stranger,
      sku,
      until,
    });
    await expect(backend.feedUrl(stranger)).rejects.toThrow('no access');
    await admin('PUT', grantPath(stranger), { until: '2999-12-31T12:00:00Z' });
    expect(await backend.feedUrl(stranger)).toContain('/feeds/');
  });

  it('from the catalogue count too, and can only be ended there', async () => {
    const refused = await admin('DELETE', grantPath(member));
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('Remove it there');
    expect(await backend.feedUrl(member)).toContain('/feeds/');
  });

  it.each<[string, string, unknown, number]>([
    ['an unknown sku', grantPath(stranger, 'sid:nothing'), {}, 404],
    ['an invalid e-mail address', grantPath('nobody'), {}, 400],
    ['an invalid date', grantPath(stranger), { until: 'soon' }, 400],
    ['a misspelt field', grantPath(stranger), { untill: '2020-12-31' }, 400],
    ['a list', grantPath(stranger), [], 400],
  ])('refuse %s', async (_name, path, body, status) => {
    const response = await admin('PUT', path, body);
    expect(response.status).toBe(status);
    expect((await database.query('select * from pps_grants')).rows).toEqual([]);
  });

  it('accept a request without a body', async () => {
    expect((await admin('PUT', grantPath(stranger))).status).toBe(200);
  });

  it('are listed by sku and e-mail address, page by page', async () => {
    const emails = Array.from(
      { length: 201 },
      (_, index) => `m${String(index).padStart(3, '0')}@example.org`,
    );
    await database.query(
      'insert into pps_grants (email, sku) select value, $2 from json_array_elements_text($1::json)',
      [JSON.stringify(emails), sku],
    );
    await admin('PUT', grantPath(stranger, 'sid:open-show'), { until: '2030-12-31' });
    interface Page {
      grants: { email: string; sku: string; until?: string }[];
      cursor?: string;
    }
    const pages: Page[] = [];
    const read = async (query: string) =>
      (await (await admin('GET', `/admin/grants?${query}`)).json()) as Page;
    let next: string | undefined = '';
    while (next !== undefined) {
      const page: Page = await read(next);
      pages.push(page);
      next = page.cursor && `cursor=${encodeURIComponent(page.cursor)}`;
    }
    expect(pages.map(({ grants }) => grants.length)).toEqual([100, 100, 2]);
    const all = pages.flatMap(({ grants }) => grants);
    expect(all.slice(0, -1).map(({ email }) => email)).toEqual(emails);
    expect(all.at(-1)).toEqual({ email: stranger, sku: 'sid:open-show', until: '2030-12-31' });
    expect((await read(`email=${stranger.toUpperCase()}`)).grants).toEqual([all.at(-1)]);
    expect((await read('sku=sid:open-show')).grants).toEqual([all.at(-1)]);
    expect((await read(`sku=${sku}&email=${emails[7]!}`)).grants).toEqual([all[7]]);
    expect((await admin('GET', '/admin/grants?cursor=nonsense')).status).toBe(400);
  });

  it('fill a page of exactly 100 without promising another', async () => {
    await database.query(
      `insert into pps_grants (email, sku) select 'm' || n || '@example.org', $1 from generate_series(1, 100) n`,
      [sku],
    );
    const page = (await (await admin('GET', '/admin/grants')).json()) as object;
    expect(page).not.toHaveProperty('cursor');
  });
});

describe('resetFeed: POST /admin/feeds/reset', () => {
  it('ends the link at once, in every process, and leads to a new one', async () => {
    const url = await backend.feedUrl(member);
    expect((await other.send(url)).status).toBe(200);
    const reset = await admin('POST', '/admin/feeds/reset', { sku, email: member.toUpperCase() });
    expect(reset.status).toBe(204);
    expect((await other.send(url)).status).toBe(404);
    expect((await backend.send(url)).status).toBe(404);
    const next = await other.feedUrl(member);
    expect(next).not.toBe(url);
    expect((await backend.send(next)).status).toBe(200);
    expect((await backend.send(url)).status).toBe(404);
  });

  it("leaves the member's other feeds and other members' alone", async () => {
    const open = await backend.feedUrl(member, 'sid:open-show');
    const others = await backend.feedUrl(stranger, 'sid:open-show');
    await backend.feedUrl(member);
    await admin('POST', '/admin/feeds/reset', { sku, email: member });
    expect((await backend.send(open)).status).toBe(200);
    expect((await backend.send(others)).status).toBe(200);
  });

  it.each([
    [{ sku, email: stranger }, 404],
    [{ sku: 'sid:nothing', email: member }, 404],
    [{ sku }, 400],
    [{ sku, email: 'nobody' }, 400],
  ])('answers %j with %i', async (body, status) => {
    await backend.feedUrl(member);
    expect((await admin('POST', '/admin/feeds/reset', body)).status).toBe(status);
  });
});

describe('reloadCatalogue: POST /admin/reload', () => {
  it('puts the changed catalogue in force', async () => {
    const changed = catalogue();
    changed.grants!.push({ email: stranger, sku });
    await write(changed);
    await expect(backend.feedUrl(stranger)).rejects.toThrow('no access');
    expect((await admin('POST', '/admin/reload')).status).toBe(204);
    expect(await backend.feedUrl(stranger)).toContain('/feeds/');
  });

  it('keeps the old catalogue if the new one is invalid, and explains the error', async () => {
    await write({ ...catalogue(), products: [{ sku: 'no prefix' }] });
    const response = await admin('POST', '/admin/reload');
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'config',
      detail: expect.stringContaining('products[0].sku: must have the form') as string,
    });
    expect(await backend.feedUrl(member)).toContain('/feeds/');
  });

  it('reports a feed that cannot be read, by its sku', async () => {
    const changed = catalogue();
    changed.products[1]!.feed = 'absent.rss';
    await write(changed);
    await backend.service.reload();
    expect(lines).toContainEqual(
      expect.objectContaining({ sku: 'sid:open-show', error: 'unavailable' }),
    );
    expect(lines.filter((line) => 'sku' in line)).toHaveLength(1);
  });
});

describe('requireScope: a token after a reload', () => {
  async function useAfter(change: (clients: Catalogue['clients']) => void): Promise<number> {
    const client = { clientId: 'reader', clientSecret: 'reads only' };
    const token = await tokenOf(client, 'profile:user:read');
    const use = () =>
      backend.send(`/profile/email/${member}?forceCreation=true`, {
        headers: { Authorization: `Bearer ${token}` },
      });
    expect((await use()).status).toBe(200);
    const changed = catalogue();
    change(changed.clients);
    await write(changed);
    await backend.service.reload();
    return (await use()).status;
  }

  it('stays valid if its client does not change', async () => {
    expect(await useAfter((clients) => clients.reverse())).toBe(200);
  });

  it('ends when its client is removed', async () => {
    expect(await useAfter((clients) => clients.splice(1, 1))).toBe(401);
  });

  it("ends when its client's secret changes", async () => {
    expect(await useAfter((clients) => (clients[1]!.clientSecret = 'another'))).toBe(401);
  });

  it('loses a scope that its client loses', async () => {
    expect(await useAfter((clients) => (clients[1]!.scopes = ['other']))).toBe(403);
  });
});

describe('requireScope: service:admin', () => {
  it.each([
    ['PUT', grantPath(stranger)],
    ['DELETE', grantPath(stranger)],
    ['GET', '/admin/grants'],
    ['POST', '/admin/feeds/reset'],
    ['POST', '/admin/reload'],
    ['GET', '/admin/backup'],
  ])('is required for %s %s', async (method, path) => {
    expect((await backend.send(path, { method })).status).toBe(401);
    expect((await backend.call(path, { method })).status).toBe(403);
  });

  it('does not include backups, which hold the feed key', async () => {
    expect((await admin('GET', '/admin/backup')).status).toBe(403);
  });
});
