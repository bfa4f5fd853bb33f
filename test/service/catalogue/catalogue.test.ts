import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hasAccess,
  loadCatalogue,
  type Catalogue,
} from '../../../src/service/catalogue/catalogue.js';
import {
  catalogueOf,
  failureOf,
  lapsed,
  member,
  showFolder,
  sku,
  stranger,
} from '../../support/backend.js';

let shows: Awaited<ReturnType<typeof showFolder>>;
beforeAll(async () => {
  shows = await showFolder();
});
afterAll(() => shows.remove());

describe('loadCatalogue', () => {
  it('reads a file, and resolves a relative feed against its folder', async () => {
    const file = join(shows.folder, 'catalogue.json');
    await writeFile(file, JSON.stringify(catalogueOf('./show.rss')));
    const catalogue = await loadCatalogue(file);
    expect(catalogue.products.map(({ feed }) => feed)).toEqual([shows.feed, shows.feed]);
    expect(catalogue.products[1]!.description).toBe('');
  });

  it('leaves a URL as it is', async () => {
    const { products } = await loadCatalogue(catalogueOf('https://show.example.org/feed?x=1'));
    expect(products[0]!.feed).toBe('https://show.example.org/feed?x=1');
  });

  it.each<[string, (catalogue: Catalogue) => unknown, string]>([
    ['no clients', (c) => (c.clients = []), 'clients: must name at least one client'],
    ['an empty secret', (c) => (c.clients[0]!.clientSecret = ''), 'clients[0].clientSecret: must'],
    ['a scope with a space', (c) => (c.clients[0]!.scopes = ['a b']), 'clients[0].scopes[0]: must'],
    [
      'a client twice',
      (c) => c.clients.push(c.clients[0]!),
      'clients[2].clientId: must not appear twice',
    ],
    [
      'a product twice',
      (c) => c.products.push(c.products[0]!),
      'products[2].sku: must not appear twice',
    ],
    ['a bad sku', (c) => (c.products[0]!.sku = 'no prefix'), 'products[0].sku: must have the form'],
    [
      'a bad address',
      (c) => (c.grants![0]!.email = 'nobody'),
      'grants[0].email: must be an e-mail',
    ],
    ['an unknown sku', (c) => (c.grants![1]!.sku = 'sid:x'), 'grants[1].sku: must be the sku'],
    ['a bad date', (c) => (c.grants![1]!.until = 'soon'), 'grants[1].until: must be an ISO'],
  ])('names the field: %s', async (_name, spoil, message) => {
    const catalogue = structuredClone(catalogueOf(shows.feed));
    spoil(catalogue);
    const error = await failureOf(loadCatalogue(catalogue));
    expect(error.code).toBe('config');
    expect(error.message).toContain(`\n  ${message}`);
  });

  it('says why a file cannot be read', async () => {
    const absent = await failureOf(loadCatalogue(join(shows.folder, 'absent.json')));
    expect(absent.code).toBe('config');
    expect(absent.message).toContain('cannot be read');
    expect((await failureOf(loadCatalogue(shows.feed))).message).toContain('is not JSON');
  });
});

describe('hasAccess', () => {
  const cases: [string, string, boolean][] = [
    [member, '2030-01-01T00:00:00Z', true],
    [stranger, '2026-01-01T00:00:00Z', false],
    [lapsed, '2026-03-31T23:00:00Z', true],
    [lapsed, '2026-04-01T00:00:00Z', false],
  ];
  it.each(cases)('%s at %s: %s', async (email, time, expected) => {
    const catalogue = await loadCatalogue(catalogueOf(shows.feed));
    const product = catalogue.products.find((each) => each.sku === sku)!;
    expect(hasAccess(catalogue, product, email, new Date(time))).toBe(expected);
  });

  it('needs no grant if everyone has access', async () => {
    const catalogue = await loadCatalogue(catalogueOf(shows.feed));
    expect(hasAccess(catalogue, catalogue.products[1]!, stranger, new Date())).toBe(true);
  });
});
