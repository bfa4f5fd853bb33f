/** The commands that help to write a catalogue. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';
import { clientOf } from '../../support/feed-service/api-client.js';
import {
  catalogueOf as weakCatalogueOf,
  client,
  member,
  sku,
} from '../../support/feed-service/backend.js';
import {} from '../../support/feed-service/installed-service.js';
import { useInstalledService } from '../../support/feed-service/for-file.js';

const service = await useInstalledService();

const write = (name: string, content: unknown) =>
  writeFile(join(service.folder, name), JSON.stringify(content));

/** A catalogue that `check` has nothing against. */
function catalogueOf(feed: string): Catalogue {
  const weak = weakCatalogueOf(feed);
  const clients = weak.clients.map((each) => ({ ...each, clientSecret: client.clientSecret }));
  return { ...weak, clients };
}

describe('check', () => {
  const check = (file: string) => service.run(['check', '--catalogue', file]);

  it('says that a catalogue is valid', async () => {
    await write('strong.json', catalogueOf('show.rss'));
    expect(await check('strong.json')).toEqual({
      code: 0,
      output: 'The catalogue is valid. Clients: 2, products: 2, grants: 2.\n',
      errors: '',
    });
  });

  it('names each client with a secret that could be guessed', async () => {
    const admin = { clientId: 'operator', scopes: ['service:admin'] };
    const short = ['abc', 's'.repeat(31), { env: 'SHORT_SECRET' }].map((clientSecret, index) => ({
      ...admin,
      clientId: `short-${index}`,
      clientSecret,
    }));
    const enough = { ...admin, clientSecret: 's'.repeat(32) };
    await write('weak.json', { ...catalogueOf('show.rss'), clients: [enough, ...short] });
    const { code, output, errors } = await service.run(['check', '--catalogue', 'weak.json'], {
      env: { ...process.env, SHORT_SECRET: 'abc' },
    });
    expect([code, output]).toEqual([1, '']);
    expect(errors).toBe(
      'Clients with a secret that is too short. Make one with at least 32 bytes: openssl rand -base64 32.\n  short-0\n  short-1\n  short-2\n',
    );
    const hashing = service.start(['hash-secret'], { stdio: ['pipe', 'pipe', 'pipe'] });
    hashing.program.stdin!.end('abc\n');
    expect(await hashing.ended).toMatchObject({ code: 2, output: '' });
  });

  it('names each feed that cannot be read', async () => {
    const [{ access, title }] = catalogueOf('').products as [Catalogue['products'][number]];
    const feeds = {
      absent: 'absent.rss',
      deep: 'deep.rss',
      inside: 'http://127.0.0.1:8000/s3cret',
    };
    const products = Object.entries(feeds).map(([name, feed]) => ({
      sku: `sid:${name}`,
      title,
      access,
      feed,
    }));
    await writeFile(join(service.folder, 'deep.rss'), '<rss>'.repeat(300));
    await write('unreadable.json', { ...catalogueOf('show.rss'), products, grants: [] });
    const { code, output, errors } = await check('unreadable.json');
    expect([code, output]).toEqual([1, '']);
    expect(errors.trim().split('\n').sort()).toEqual([
      expect.stringMatching(
        /^ {2}sid:absent: .* cannot be read\..* \(\/.+\/absent\.rss, ENOENT\)$/,
      ),
      expect.stringMatching(
        /^ {2}sid:deep: .* nests deeper than 256 levels\..* \(\/.+\/deep\.rss\)$/,
      ),
      '  sid:inside: The host of this feed is not public. To allow it, start the service with --allow-host.',
      'Unreadable feeds:',
    ]);
  });

  it('says of which feed of several a show goes without items', async () => {
    const feedWith = (item: string) =>
      `<rss><channel><title>T</title><item><title>One</title>${item}</item></channel></rss>`;
    await writeFile(join(service.folder, 'host.rss'), feedWith(''));
    await writeFile(
      join(service.folder, 'guest.rss'),
      feedWith('<a b/><guid>2</guid>').replace('One', 'Two'),
    );
    const feeds = [{ feed: 'host.rss' }, { feed: 'guest.rss' }];
    const products = [{ sku, title: 'T', access: 'granted', feeds }];
    await write('several.json', { ...catalogueOf('show.rss'), products, grants: [] });
    const { code, output } = await check('several.json');
    expect(code).toBe(0);
    expect(output).toContain(`  ${sku}, feeds[1]: The show goes without items of this feed: 1.`);
  });
});

describe('hashSecret', () => {
  it(
    'prints a hash that the catalogue accepts in place of the secret',
    { timeout: 60_000 },
    async () => {
      const hashing = service.start(['hash-secret'], { stdio: ['pipe', 'pipe', 'pipe'] });
      hashing.program.stdin!.end(`${client.clientSecret}\n`);
      const { code, output } = await hashing.ended;
      expect(code).toBe(0);
      expect(output).not.toContain(client.clientSecret);
      const catalogue = catalogueOf('show.rss');
      Object.assign(catalogue.clients[0]!, JSON.parse(`{${output}}`));
      await write('hashed.json', catalogue);
      const { ready } = service.start(['--catalogue', 'hashed.json', '--port', '0']);
      const { feedUrl } = await clientOf(await ready).privateFeed({ email: member, sku });
      expect((await fetch(feedUrl)).status).toBe(200);
    },
  );

  it('asks for the secret on the standard input', async () => {
    const { code, errors } = await service.run(['hash-secret']);
    expect(code).toBe(2);
    expect(errors).toContain('Write it to the standard input');
  });
});
