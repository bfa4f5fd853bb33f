import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  createBackend,
  member,
  sku,
  stranger,
  type Backend,
} from '../../../support/feed-service/backend.js';
import {
  adminCall,
  grantPath,
  operator,
  tokenOf,
} from '../../../support/feed-service/operator-calls.js';
import { useDatabase, useShowFolder } from '../../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();
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

const file = join(shows.folder, 'catalogue.json');
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
  await write(catalogue());
  lines.length = 0;
  const config = { catalogue: file, database, log: (line: object) => lines.push(line) };
  backend = createBackend(config);
  other = createBackend({ ...config, log: () => undefined });
  await backend.service.open();
  await other.service.open();
  const opened = [backend, other];
  return () => Promise.all(opened.map(({ service }) => service.close()));
});

const admin = (method: string, path: string, body?: unknown) =>
  adminCall(backend, method, path, body);

describe('resetFeed: POST /admin/feeds/reset', () => {
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
    const token = await tokenOf(backend, client, 'profile:user:read');
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

  it.each<[string, (clients: Catalogue['clients']) => unknown, number]>([
    ['does not change', (clients) => clients.reverse(), 200],
    ['is removed', (clients) => clients.splice(1, 1), 401],
    ['has another secret', (clients) => (clients[1]!.clientSecret = 'another'), 401],
    ['loses its scope', (clients) => (clients[1]!.scopes = ['vault:impersonate']), 403],
  ])('whose client %s', async (_name, change, status) => {
    expect(await useAfter(change)).toBe(status);
  });
});

describe('requireScope: service:admin', () => {
  it.each([
    ['PUT', grantPath(stranger)],
    ['DELETE', grantPath(stranger)],
    ['GET', '/admin/grants'],
    ['POST', '/admin/grants'],
    ['GET', '/admin/connections'],
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
