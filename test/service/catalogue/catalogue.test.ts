import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, type Catalogue } from '../../../src/service/catalogue/catalogue.js';
import { catalogueOf, failureOf } from '../../support/feed-service/backend.js';
import { useShowFolder } from '../../support/feed-service/for-file.js';

const shows = await useShowFolder();

/** Spoils a field of a catalogue's publisher. */
const withPublisher = (more: Record<string, unknown>) => (catalogue: Catalogue) =>
  (catalogue.publisher = { name: 'The Review', ...more });

describe('loadCatalogue', () => {
  it.each([
    ['a mail address', 'help@example.org'],
    ['a mailto URL', 'mailto:help@example.org?subject=Podcast'],
    ['a URL', 'https://example.org/help'],
  ])('takes a publisher whose contact is %s', async (_, contact) => {
    const publisher = { name: 'The Review', url: 'https://a.example/me', accent: '#0a7', contact };
    expect((await loadCatalogue({ ...catalogueOf(shows.feed), publisher })).publisher).toEqual(
      publisher,
    );
  });

  it.each<[string, (catalogue: Catalogue) => unknown, string]>([
    [
      'a misspelt scope',
      (c) => (c.clients[0]!.scopes = ['service:amdin']),
      'clients[0].scopes[0]: is not a scope of this service; did you mean `service:admin`?',
    ],
    [
      'a misspelt end of a grant',
      (c) => Object.assign(c.grants![0]!, { untill: '2020-01-01' }),
      'grants[0].untill: is not a field here; did you mean `until`?',
    ],
    [
      'a field that may be a secret',
      (c) => Object.assign(c, { 'Zq7-x9Lw2mV4': 1 }),
      '(12 characters): is not a field here; see docs/service.md 2',
    ],
    [
      'a misspelt sku',
      (c) => (c.grants![1]!.sku = 'sid:membershow'),
      'grants[1].sku: must be the sku of a product; did you mean `sid:member-show`?',
    ],
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
      'a bad e-mail address',
      (c) => (c.grants![0]!.email = 'nobody'),
      'grants[0].email: must be an e-mail',
    ],
    [
      'a feed beside several',
      (c) => (c.products[0]!.feeds = [{ feed: 'other.rss' }]),
      'products[0].feeds: must not stand beside `feed`',
    ],
    [
      'a label that XML cannot hold',
      (c) =>
        (c.products[0] = {
          ...c.products[0]!,
          feed: undefined,
          feeds: [{ feed: 'a', label: 'a\u000bb' }],
        }),
      'products[0].feeds[0].label: must hold no control characters',
    ],
    ['a name of two lines', (c) => (c.publisher = { name: 'a\nb' }), 'publisher.name: must be one'],
    [
      'an address that is a script',
      withPublisher({ url: 'javascript:1' }),
      'publisher.url: must be an https URL',
    ],
    ['a colour’s name', withPublisher({ accent: 'teal' }), 'publisher.accent: must be a CSS hex'],
    [
      'a colour with more behind it',
      withPublisher({ accent: '#fff}b{' }),
      'publisher.accent: must be a CSS',
    ],
    [
      'a contact that is only a name',
      withPublisher({ contact: 'us' }),
      'publisher.contact: must be a mail',
    ],
    [
      'mail to nobody',
      withPublisher({ contact: 'mailto:?a' }),
      'publisher.contact: must be a mail',
    ],
    [
      'a client that states no source',
      (c) => c.clients[0]!.scopes.push('service:members'),
      'clients[0].source: must stand beside the scope service:members',
    ],
    [
      'a source that the service uses itself',
      (c) => (c.sources = { admin: { addresses: 'confirmed' } }),
      'sources.admin: must be the name of a source',
    ],
    [
      'a source of events that is not there',
      (c) => (c.sources = { 'events/none': { addresses: 'confirmed' } }),
      'sources.events/none: must be the name of a source of `events`',
    ],
    ['a bad date', (c) => (c.grants![1]!.until = 'soon'), 'grants[1].until: must be an ISO'],
  ])('names the field of %s', async (_name, spoil, message) => {
    const catalogue = structuredClone(catalogueOf(shows.feed));
    spoil(catalogue);
    const error = await failureOf(loadCatalogue(catalogue));
    expect(error.code).toBe('config');
    expect(error.message).toContain(`\n  ${message}`);
  });

  it('names files that are no feeds, and leaves out those that cannot be read', async () => {
    const page = join(shows.folder, 'page.html');
    await writeFile(page, '<!DOCTYPE html><html><body>Back soon</body></html>');
    const catalogue = catalogueOf(page);
    delete catalogue.products[1]!.feed;
    catalogue.products[1]!.feeds = [{ feed: shows.feed }, { feed: 'absent.rss' }, { feed: page }];
    const { message } = await failureOf(loadCatalogue(catalogue));
    expect(message.split('\n').slice(1)).toEqual([
      '  products[0].feed: must be an RSS feed',
      '  products[1].feeds[2].feed: must be an RSS feed',
    ]);
  });

  it('says why a file cannot be read', async () => {
    const absent = await failureOf(loadCatalogue(join(shows.folder, 'absent.json')));
    expect(absent.code).toBe('config');
    expect(absent.message).toContain('cannot be read (ENOENT)');
    expect((await failureOf(loadCatalogue(shows.feed))).message).toContain('is not JSON');
  });

  it.each([
    ['{"clients": [{"clientSecret": "correct horse" "scopes": []}]}', 'line 1, column 47'],
    ['{"a": x"correct horse at position 2"', 'line 1, column 7'],
  ])('says where %j stops being JSON, and quotes nothing', async (text, place) => {
    const file = join(shows.folder, 'wrong.json');
    await writeFile(file, text);
    const { message } = await failureOf(loadCatalogue(file));
    expect(message).toContain(`is not JSON: look at ${place}.`);
    expect(message).not.toContain('horse');
  });

  it('reads the feeds and sounds of a product, and resolves their paths', async () => {
    const catalogue = catalogueOf(shows.feed);
    delete catalogue.products[0]!.feed;
    catalogue.products[0]!.feeds = [{ feed: '/one.rss' }, { feed: '/two.rss', label: 'Bonus' }];
    const folder = join(import.meta.dirname, '../../../src/service/notices/sounds');
    const audio = join(folder, 'de-ended.mp3');
    catalogue.products[0]!.notices = { ended: { audio, duration: 6, title: 'Come\n\tback' } };
    const [product] = (await loadCatalogue(catalogue)).products;
    expect(product!.sources).toEqual([{ feed: '/one.rss' }, { feed: '/two.rss', label: 'Bonus' }]);
    const { sound, title } = product!.notices!.ended!;
    expect(sound!.seconds).toBe(6);
    expect(title).toBe('Come\n\tback');
    expect(Buffer.from(sound!.bytes)).toEqual(await readFile(audio));
  });

  it('names the field of a sound that cannot be played', async () => {
    const catalogue = catalogueOf(shows.feed);
    catalogue.products[1]!.notices = { ended: { audio: shows.feed }, empty: { audio: '/no.mp3' } };
    const { code, message } = await failureOf(loadCatalogue(catalogue));
    expect(code).toBe('config');
    expect(message.split('\n  ').slice(1)).toEqual([
      'products[1].notices.ended.audio: must be an MP3 file',
      'products[1].notices.empty.audio: must be a file that can be read',
    ]);
  });
});
