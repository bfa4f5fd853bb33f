import { describe, expect, it } from 'vitest';
import { createSeal } from '../../../src/api/cache/seal.js';

const start = Date.parse('2026-01-02T03:04:05.678Z');
const bytes = (text: string) => new TextEncoder().encode(text);
const old = bytes('the old secret, with 256 bits and more');
const fresh = bytes('the new secret, with 256 bits and more');

const sealWith = (secrets = [old], { purpose = 'test', now = start } = {}) =>
  createSeal({ purpose, secrets: () => secrets, now: () => now });

describe('createSeal', () => {
  it('opens a sealed value, and returns its expiry', async () => {
    const sealed = await sealWith().seal('entry', { feed: 'a' }, 60);
    expect(sealed).not.toContain('feed');
    expect(await sealWith().open('entry', sealed)).toEqual({
      value: { feed: 'a' },
      expiresAt: start + 60_000,
    });
  });

  it('seals the same value differently each time', async () => {
    const { seal } = sealWith();
    expect(await seal('entry', 1, 60)).not.toBe(await seal('entry', 1, 60));
  });

  it.each([undefined, null, 1, {}, '', 'x', 'eyJhbGciOiJub25lIn0..'])(
    'does not open %j',
    async (item) => {
      expect(await sealWith().open('entry', item)).toBeUndefined();
    },
  );

  it('does not open a value that was changed', async () => {
    const sealed = await sealWith().seal('entry', 1, 60);
    const [header, key, iv, text, tag] = sealed.split('.');
    const changed = [
      header,
      key,
      iv,
      text?.startsWith('A') ? `B${text.slice(1)}` : `A${text?.slice(1)}`,
      tag,
    ];
    expect(await sealWith().open('entry', changed.join('.'))).toBeUndefined();
  });

  it('seals with the first secret and opens with each of them', async () => {
    const before = await sealWith([old]).seal('entry', 1, 60);
    const after = await sealWith([fresh, old]).seal('entry', 2, 60);
    expect(await sealWith([fresh, old]).open('entry', before)).toMatchObject({ value: 1 });
    expect(await sealWith([old]).open('entry', after)).toBeUndefined();
  });

  it('names an entry by the first secret, without giving it away', async () => {
    const name = await sealWith().nameOf('member@example.com');
    expect(name).toMatch(/^[\w-]{43}$/);
    expect(await sealWith([old, fresh]).nameOf('member@example.com')).toBe(name);
    const others = [
      await sealWith().nameOf('another@example.com'),
      await sealWith([fresh]).nameOf('member@example.com'),
      await sealWith([old], { purpose: 'other' }).nameOf('member@example.com'),
    ];
    expect(new Set([name, ...others]).size).toBe(4);
  });
});
