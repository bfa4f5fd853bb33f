import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadCatalogue, type Catalogue } from '../../../src/service/catalogue/catalogue.js';
import {
  hashClientSecret,
  verifyClientSecret,
} from '../../../src/service/catalogue/client-secret.js';
import { catalogueOf, failureOf } from '../../support/feed-service/backend.js';

type Written = Catalogue['clients'][number]['clientSecret'];

async function load(clientSecret: Written) {
  const catalogue = catalogueOf('show.rss');
  catalogue.clients[0]!.clientSecret = clientSecret;
  const { clients } = await loadCatalogue(catalogue);
  return clients[0]!.clientSecret;
}

afterEach(() => vi.unstubAllEnvs());

describe('verifyClientSecret: secrets of the catalogue', () => {
  it('accepts plain text', async () => {
    const secret = await load('plain text');
    expect(await verifyClientSecret(secret, 'plain text')).toBe(true);
    expect(await verifyClientSecret(secret, 'plain test')).toBe(false);
  });

  it('accepts a scrypt hash, each with a salt of its own', async () => {
    const hashes = [await hashClientSecret('s3cret'), await hashClientSecret('s3cret')];
    expect(hashes[0]).not.toBe(hashes[1]);
    expect(hashes[0]).not.toContain('s3cret');
    for (const scrypt of hashes) {
      const secret = await load({ scrypt });
      expect(await verifyClientSecret(secret, 's3cret')).toBe(true);
      expect(await verifyClientSecret(secret, 's3cre')).toBe(false);
      expect(await verifyClientSecret(secret, scrypt)).toBe(false);
    }
  });

  it('accepts a test vector of RFC 7914 §12', async () => {
    // scrypt returns the first 32 bytes of the vector's hash when it is asked for 32.
    const vector = '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2';
    const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const salt = encode(Buffer.from('SodiumChloride'));
    const scrypt = `$scrypt$ln=14,r=8,p=1$${salt}$${encode(Buffer.from(vector, 'hex'))}`;
    expect(await verifyClientSecret({ scrypt }, 'pleaseletmein')).toBe(true);
    expect(await verifyClientSecret({ scrypt }, 'pleaseletmeout')).toBe(false);
  });

  const salt = 'A'.repeat(22);
  const hash = 'B'.repeat(43);
  it.each<[string, Written]>([
    ['another kind of hash', { scrypt: '$2b$10$abcdefghijklmnopqrstuv' }],
    ['a hash without cost', { scrypt: `$scrypt$ln=0,r=8,p=1$${salt}$${hash}` }],
    ['a hash that needs more than 1 GiB', { scrypt: `$scrypt$ln=21,r=8,p=1$${salt}$${hash}` }],
    ['a short hash', { scrypt: `$scrypt$ln=15,r=8,p=1$${salt}$${hash.slice(1)}` }],
    ['a misspelt key', { environment: 'X' } as unknown as Written],
    ['an empty text', ' '],
  ])('refuses %s', async (_name, written) => {
    const { message } = await failureOf(load(written));
    expect(message).toContain('clients[0].clientSecret: must be');
    expect(message).not.toContain(hash);
  });
});
