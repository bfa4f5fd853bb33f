/** What holds of every catalogue: each field is needed, is of its kind, and is named when it is wrong. */
import fc from 'fast-check';
import { mkdtemp, rm, truncate, writeFile, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { placeOfSyntaxError } from '../../../src/service/catalogue/catalogue-mistakes.js';
import { loadCatalogue, type Catalogue } from '../../../src/service/catalogue/catalogue.js';
import { didYouMean } from '../../../src/errors/spelling.js';
import { failureOf } from '../../support/feed-service/backend.js';
import { expectAtLeast, expectAtMost } from '../../support/laws/limits.js';
import { same, spelt } from '../../support/laws/same.js';
import { anyCase, blanksAround } from '../../support/laws/spellings/text.js';

const folder = await mkdtemp(join(tmpdir(), 'pps-laws-'));
await copyFile('src/service/notices/sounds/en-ended.mp3', join(folder, 'sound.mp3'));
afterAll(() => rm(folder, { recursive: true }));

/** A catalogue with every field of docs/service.md 2. */
const whole = () => ({
  clients: [
    { clientId: 'publisher', clientSecret: 'a secret', scopes: ['service:admin'] },
    { clientId: 'site', clientSecret: 'other', scopes: ['service:members'], source: 'wordpress' },
  ],
  onboardingOrigins: ['origin'],
  products: [
    {
      sku: 'sid:one',
      title: 'One',
      description: 'About it',
      feed: 'https://show.example.org/feed',
      access: 'granted',
      recordings: 'signed',
      streamingUrl: 'https://stream.example.org/',
      streamingLinkUrl: 'https://stream.example.org/link',
      spotifyId: '1234',
      renewUrl: 'https://show.example.org/renew',
      notices: {
        ended: {
          audio: join(folder, 'sound.mp3'),
          duration: 5,
          title: 'Over',
          text: 'It is over',
        },
        empty: { audio: join(folder, 'sound.mp3'), title: 'Soon' },
      },
    },
    {
      sku: 'sid:two',
      title: 'Two',
      feeds: [{ feed: 'https://a.example/', label: 'A' }],
      access: 'everyone',
      recordings: { store: 'files' },
    },
  ],
  grants: [{ email: 'jane@example.org', sku: 'sid:one', until: '2030-12-31' }],
  publisher: {
    name: 'The Review',
    url: 'https://review.example/',
    accent: '#0f5560',
    accentDark: '#8fd3d9',
    contact: 'help@review.example',
  },
  events: { billing: { kind: 'stripe', secret: 'a secret', products: { gold: 'sid:one' } } },
  stores: {
    files: {
      endpoint: 'https://s3.eu-central-1.example.org',
      url: 'https://media.example.org',
      bucket: 'podcast-files',
      region: 'eu-central-1',
      accessKeyId: 'an ID',
      secretAccessKey: 'a key',
      expiresIn: 600,
    },
  },
  sources: { wordpress: { addresses: 'confirmed' } },
  pings: ['overcast'],
  usualAppsPerDay: 5,
});
type Json = Record<string, unknown>;

const optional =
  /^(grants|publisher|events|events\.billing|sources|sources\.wordpress|stores\.files\.(url|expiresIn)|pings|usualAppsPerDay|publisher\.(url|accent|accentDark|contact)|grants\[0\]\.until|products\[\d\]\.(description|recordings|streamingUrl|streamingLinkUrl|spotifyId|renewUrl|notices|notices\.(ended|empty)|notices\.\w+\.(duration|title|text)|notices\.empty\.audio|feeds\[0\]\.label))$/;

interface Place {
  path: string;
  /** The object or list that the field is in, in a catalogue. */
  parentIn: (catalogue: Json) => Json;
  key: string;
}

/** Every field of an object, at any depth. */
function placesIn(value: unknown, path = '', find = (catalogue: Json) => catalogue): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`.replace(/^\./, '');
    const place = { path: name, parentIn: find, key };
    return [place, ...placesIn(inner, name, (catalogue) => find(catalogue)[key] as Json)];
  });
}
const places = placesIn(whole());
const isInList = ({ path }: Place) => path.endsWith(']');

/** What a catalogue is refused for; empty if it is taken. */
async function mistakes(change: (catalogue: Json) => unknown): Promise<string> {
  const catalogue: Json = whole();
  change(catalogue);
  return loadCatalogue(catalogue as Catalogue).then(
    () => '',
    (error: unknown) => String(error),
  );
}

describe('loadCatalogue: every field', () => {
  it('is taken as the documents have it', async () => {
    expect(await mistakes(() => undefined)).toBe('');
  });

  it('is needed unless the documents say otherwise', async () => {
    for (const { path, parentIn, key } of places.filter((place) => !isInList(place))) {
      const found = await mistakes((catalogue) => Reflect.deleteProperty(parentIn(catalogue), key));
      expect([path, found !== '']).toEqual([path, !optional.test(path)]);
    }
  });

  it('is of one kind, and named if it is of another', async () => {
    for (const { path, parentIn, key } of places) {
      const named = path
        .replace(/\[\d\]$/, '')
        .replace(/(products)\.gold$/, '$1')
        .replace(/(recordings)\.store$/, '$1');
      for (const other of [null, 7.5, false, {}, [[]], '']) {
        const isEmpty = typeof other === 'object' && other !== null && !Array.isArray(other);
        if (isEmpty && /^(events|sources|stores)$|notices(\.\w+)?$/.test(path)) continue;
        if (other === '' && path.endsWith('description')) continue;
        const found = await mistakes((catalogue) => void (parentIn(catalogue)[key] = other));
        expect([path, other, found.includes(`  ${named}`)]).toEqual([path, other, true]);
      }
    }
  });

  it('is known, or named with its path', async () => {
    const root: Place = { path: '', parentIn: (all: Json) => ({ all }), key: 'all' };
    for (const { path, parentIn, key } of [root, ...places]) {
      const value = parentIn(whole())[key];
      if (typeof value !== 'object' || Array.isArray(value)) continue;
      if (/^(events(\.billing\.products)?|sources|stores)$/.test(path)) continue;
      const found = await mistakes(
        (catalogue) => void ((parentIn(catalogue)[key] as Json).unheard = 1),
      );
      expect(found).toContain(`${path && `${path}.`}unheard: is not a field here`);
    }
  });

  it('that is a list is not empty where one is needed', async () => {
    const isTaken = async (change: (catalogue: Json) => unknown) => (await mistakes(change)) === '';
    expect(await isTaken((all) => (all.clients = []))).toBe(false);
    expect(await isTaken((all) => (all.onboardingOrigins = []))).toBe(false);
    expect(await isTaken((all) => ((all.products as Json[])[1]!.feeds = []))).toBe(false);
    expect(await isTaken((all) => (all.pings = all.grants = []))).toBe(true);
  });
});

describe('loadCatalogue: spellings', () => {
  const json = () => JSON.stringify(whole());
  const file = () => join(folder, 'catalogue.json');

  it('reads a file with a byte-order mark, and with any blanks', async () => {
    const expected = JSON.stringify(await loadCatalogue(whole() as Catalogue));
    for (const text of [
      json(),
      `\ufeff${json()}`,
      `\ufeff\r\n${JSON.stringify(whole(), null, '\t')}\n\n`,
    ]) {
      await writeFile(file(), text);
      const read = { ...(await loadCatalogue(file())), modifiedAt: undefined };
      expect(JSON.stringify(read)).toBe(expected);
    }
  });

  it('finds a file by its path, by its path from the catalogue, and by its URL', async () => {
    const feed = join(folder, 'a show.rss');
    await writeFile(feed, '<rss><channel></channel></rss>');
    for (const spelling of [
      feed,
      'a show.rss',
      './a show.rss',
      pathToFileURL(feed).href,
      ` ${feed}\n`,
    ]) {
      const catalogue = whole();
      catalogue.products[0]!.feed = spelling;
      await writeFile(file(), JSON.stringify(catalogue));
      expect((await loadCatalogue(file())).products[0]!.sources).toEqual([{ feed }]);
    }
  });

  it('takes the blanks off texts, and folds addresses', () =>
    same(
      async (text) => {
        const catalogue = whole();
        catalogue.clients[0]!.clientSecret = text.replace(/\S+/, 'key');
        catalogue.grants[0]!.email = text;
        const read = await loadCatalogue(catalogue as Catalogue);
        return [read.clients[0]!.clientSecret, read.grants[0]!.email];
      },
      spelt(fc.constant('jane@example.org'), (plain) => anyCase(plain).chain(blanksAround())),
      () => ['key', 'jane@example.org'],
    ));

  it('takes secrets out of the environment, and refuses a name that is not set or empty', async () => {
    for (const value of ['a secret', ' a secret\n']) {
      process.env.PPS_LAW = value;
      const catalogue = {
        ...whole(),
        clients: [{ ...whole().clients[0]!, clientSecret: { env: 'PPS_LAW' } }],
      };
      catalogue.events.billing.secret = { env: 'PPS_LAW' } as never;
      const read = await loadCatalogue(catalogue as Catalogue);
      expect([read.clients[0]!.clientSecret, read.events.billing!.secret]).toEqual([
        'a secret',
        'a secret',
      ]);
      for (const none of ['', ' \n', undefined]) {
        if (none === undefined) delete process.env.PPS_LAW;
        else process.env.PPS_LAW = none;
        const { message } = await failureOf(loadCatalogue(catalogue as Catalogue));
        expect(message.match(/needs the environment variable PPS_LAW/g)).toHaveLength(2);
      }
    }
  });
});

describe('loadCatalogue: limits', () => {
  const takes = async (change: (catalogue: ReturnType<typeof whole>) => unknown) =>
    (await mistakes((catalogue) => change(catalogue as ReturnType<typeof whole>))) === '';

  it('asks for 16 characters that somebody chose, or bytes', async () => {
    const withSecret = (kind: string, secret: string) =>
      takes(({ events: { billing } }) => Object.assign(billing, { kind, secret }));
    await expectAtLeast(16, (size) => withSecret('ghost', 'x'.repeat(size)));
    for (const prefix of ['', 'whsec_'])
      await expectAtLeast(16, (size) =>
        withSecret('standard', prefix + Buffer.alloc(size).toString('base64')),
      );
    await expectAtLeast(1, (size) => withSecret('stripe', 'x'.repeat(size)));
  });

  it('has names of sources of 1 to 40 characters, and one app a day or more', async () => {
    const named = (size: number) =>
      takes(
        (catalogue) =>
          (catalogue.events = { ['a'.repeat(size)]: catalogue.events.billing } as never),
      );
    await expectAtLeast(1, named);
    await expectAtMost(40, named);
    await expectAtLeast(1, (size) => takes((catalogue) => (catalogue.usualAppsPerDay = size)));
  });

  it('lets a hash take at most 1 GiB', async () => {
    const salted = (ln: number, r: number) =>
      `$scrypt$ln=${ln},r=${r},p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;
    const hashed = (ln: number, r: number) =>
      takes(({ clients }) => (clients[0]!.clientSecret = { scrypt: salted(ln, r) } as never));
    await expectAtMost(20, (ln) => hashed(ln, 8));
    await expectAtMost(8, (r) => hashed(20, r));
    await expectAtLeast(1, (ln) => hashed(ln, 8));
    await expectAtLeast(1, (r) => hashed(15, r));
  });

  it('takes sounds of at most 5 MiB', () =>
    expectAtMost(5 * 1024 * 1024, async (size) => {
      const audio = join(folder, 'long.mp3');
      await copyFile(join(folder, 'sound.mp3'), audio);
      await truncate(audio, size);
      return takes(({ products }) => (products[0]!.notices!.ended.audio = audio));
    }));
});

describe('placeOfSyntaxError', () => {
  it('names the place of a character that no JSON has there', () =>
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value, null, 1)),
        fc.nat(),
        fc.constantFrom('', '\n', '\r\n '),
        (json, place, before) => {
          const text = before + json;
          const at = before.length + (place % (text.length - before.length + 1));
          const broken = `${text.slice(0, at)}#${text.slice(at)}`;
          const inString =
            (text.slice(0, at).replace(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;
          fc.pre(!inString);
          const lines = broken.slice(0, at).split('\n');
          expect(placeOfSyntaxError(broken)).toBe(
            `line ${lines.length}, column ${lines.at(-1)!.length + 1}`,
          );
        },
      ),
    ));
});

describe('didYouMean', () => {
  const known = ['clientId', 'onboardingOrigins', 'usualAppsPerDay'];
  it('knows a name by one letter more, less or another, and in any case', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.nat(),
        fc.constantFrom('', 'x', 'xy'),
        fc.boolean(),
        (name, place, put, isUpper) => {
          const at = place % name.length;
          const changed = name.slice(0, at) + put + name.slice(at + 1);
          expect(didYouMean(isUpper ? changed.toUpperCase() : changed, known, '')).toContain(
            `\`${name}\``,
          );
        },
      ),
    ));
  it('compares names of at most 80 letters', () =>
    expectAtMost(80, (size) => didYouMean('a'.repeat(size), ['a'.repeat(79)], '') !== ''));
});
