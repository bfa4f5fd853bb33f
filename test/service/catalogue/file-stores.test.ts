import { describe, expect, it, vi } from 'vitest';
import { loadCatalogue, type Catalogue } from '../../../src/service/catalogue/catalogue.js';
import { catalogueOf, failureOf } from '../../support/feed-service/backend.js';
import { useShowFolder } from '../../support/feed-service/for-file.js';

const shows = await useShowFolder();
const files = {
  endpoint: 'https://s3.eu-central-1.example.org',
  bucket: 'podcast-files',
  region: 'eu-central-1',
  accessKeyId: 'the-id-of-a-key',
  secretAccessKey: 'the-key-itself',
};

function load(store: object, name = 'files') {
  const catalogue = catalogueOf(shows.feed);
  catalogue.products[0]!.recordings = { store: name };
  return loadCatalogue({ ...catalogue, stores: { files: store } } as Catalogue);
}

describe('loadCatalogue: stores', () => {
  it('makes the recordings of a product signed ones, with their store', async () => {
    const { products } = await load(files);
    const { recordings, store } = products[0]!;
    expect(recordings).toBe('signed');
    expect(store).toEqual({ ...files, expiresIn: 900 });
    expect(products[1]!.store).toBeUndefined();
  });

  it('takes the keys from the environment', async () => {
    vi.stubEnv('FILES_ID', ' an-id\n').stubEnv('FILES_KEY', 'a-key');
    const env = { accessKeyId: { env: 'FILES_ID' }, secretAccessKey: { env: 'FILES_KEY' } };
    const { products } = await load({ ...files, ...env });
    expect(products[0]!.store).toMatchObject({ accessKeyId: 'an-id', secretAccessKey: 'a-key' });
  });

  it.each([
    ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
    ['http://localhost', 'http://localhost'],
    ['https://files.example.org/s3/', 'https://files.example.org/s3'],
    ['https://files.example.org:9000', 'https://files.example.org:9000'],
    ['https://[2606:4700::1111]', 'https://[2606:4700::1111]'],
    ['https://93.184.216.34', 'https://93.184.216.34'],
  ])('takes the endpoint %s', async (endpoint, read) => {
    expect((await load({ ...files, endpoint })).products[0]!.store?.endpoint).toBe(read);
  });

  const https = 'must be an https URL (plain http on loopback only)';
  const host = "must name a host that members' apps reach";
  const base = 'must have no user name, password, query or fragment';
  it.each<[string, object, string]>([
    ['endpoint', { endpoint: 'http://s3.example.org' }, https],
    ['endpoint', { endpoint: 's3.example.org' }, https],
    ['endpoint', { endpoint: 'https://me:the-key-itself@s3.example.org' }, base],
    ['endpoint', { endpoint: 'https://s3.example.org/?x=1' }, base],
    ['endpoint', { endpoint: 'https://minio:9000' }, host],
    ['endpoint', { endpoint: 'https://10.0.0.7' }, host],
    ['endpoint', { endpoint: 'https://0x0a.7' }, host],
    ['endpoint', { endpoint: 'https://[fd00::1]' }, host],
    ['endpoint', { endpoint: 'https://169.254.169.254' }, host],
    ['url', { url: 'http://media.example.org' }, https],
    ['url', { url: 'https://media' }, host],
    ['bucket', { bucket: 'a/b' }, 'must be the name of a bucket'],
    ['bucket', { bucket: '..' }, 'must be the name of a bucket'],
    ['region', { region: 'eu central' }, "must be the bucket's region"],
    ['expiresIn', { expiresIn: 59 }, 'must be 60 or more'],
    ['expiresIn', { expiresIn: 604_801 }, 'must be 604800 or less'],
    [
      'secretAccessKey',
      { secretAccessKey: { env: 'UNSET_KEY' } },
      'needs the environment variable UNSET_KEY, which is not set',
    ],
    [
      'secretAccessKey',
      { secretAccessKey: '' },
      'must be a text that is not empty, or { "env": "NAME" }: nothing can be signed with a hash',
    ],
  ])('names the %s that cannot be used: %j', async (field, spoilt, message) => {
    const error = await failureOf(load({ ...files, ...spoilt }));
    expect(error.code).toBe('config');
    expect(error.message).toContain(`\n  stores.files.${field}: ${message}`);
    expect(error.message).not.toContain(files.secretAccessKey);
  });

  it.each([
    ['fils', 'must be a name of `stores`; did you mean `files`?'],
    ['toString', 'must be a name of `stores`'],
    ['__proto__', 'must be a name of `stores`'],
  ])('names the product of the unknown store %s', async (name, message) => {
    const error = await failureOf(load(files, name));
    expect(error.message).toContain(`\n  products[0].recordings.store: ${message}`);
  });
});
