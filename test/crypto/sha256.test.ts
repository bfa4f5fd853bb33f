import { describe, expect, it } from 'vitest';
import { sha256, sha256Base64 } from '../../src/crypto/sha256.js';

// FIPS 180-4, example B.1.
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

describe('sha256', () => {
  it('returns the digest of the standard’s example', async () => {
    expect(Buffer.from(await sha256('abc')).toString('hex')).toBe(ABC);
  });

  it('hashes the text as UTF-8', async () => {
    const bytes = await crypto.subtle.digest('SHA-256', Buffer.from([0xc3, 0xa4]));
    expect(await sha256('ä')).toEqual(new Uint8Array(bytes));
  });
});

describe('sha256Base64', () => {
  it('returns the digest in base64 with padding', async () => {
    expect(await sha256Base64('abc')).toBe(Buffer.from(ABC, 'hex').toString('base64'));
  });
});
