/** `createGhostVerifier` and the tokens of a real Ghost, from its first start to a change of its keys. */
import { createGhostVerifier, type PrivatePodcastError } from 'private-podcast-subscribe/publisher';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Member } from './ghost.js';
import { describeWithGhost } from './site.js';

const member = 'member@example.org';
const sku = 'sid:member-show';

describeWithGhost('createGhostVerifier: tokens of Ghost', (ghost) => {
  let silver: string;
  let gold: string;
  let paying: Member;
  let free: Member;

  beforeAll(async () => {
    silver = await ghost().addTier('Silver');
    gold = await ghost().addTier('Gold');
    paying = await ghost().addMember(member, silver);
    free = await ghost().addMember('free@example.org');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const verifierFor = (products: Record<string, string>, site = ghost().url) =>
    createGhostVerifier({ site, products });

  const codeOf = async (verified: unknown) => {
    const error = await Promise.resolve(verified).then(
      () => undefined,
      (reason: unknown) => reason as PrivatePodcastError,
    );
    expect(error?.message).not.toContain('@');
    return error?.code;
  };

  it('accepts the token of a member who pays, by tier or for any tier', async () => {
    const token = await ghost().tokenOf(paying);
    for (const products of [{ paid: sku }, { [silver]: sku }, { [gold]: 'sid:other', paid: sku }]) {
      expect(await verifierFor(products)(token)).toEqual({ member: { email: member }, sku });
    }
    expect(await codeOf(verifierFor({ [gold]: sku })(token))).toBe('no-access');
  });

  it('refuses a free member, another token, an expired one, and the site’s other name', async () => {
    const token = await ghost().tokenOf(paying);
    const site = ghost().url;
    const verify = verifierFor({ paid: sku });
    const now = () => Date.now() + 306_000;
    const late = createGhostVerifier({ site, products: { paid: sku }, now });
    const elsewhere = verifierFor({ paid: sku }, site.replace('127.0.0.1', 'localhost'));
    expect(await codeOf(verify(await ghost().tokenOf(free)))).toBe('no-access');
    expect(await codeOf(verify(await ghost().tokenOf(paying, 'session')))).toBe('token-invalid');
    expect(await codeOf(late(token))).toBe('token-expired');
    expect(await codeOf(elsewhere(token))).toBe('token-invalid');
  });

  it('fetches the keys anew after Ghost got others', async () => {
    const verify = verifierFor({ paid: sku });
    const before = await ghost().tokenOf(paying);
    await verify(before);
    await ghost().changeKeys();
    const after = await ghost().tokenOf(paying);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 31_000);
    expect(await verify(after)).toMatchObject({ sku });
    expect(await codeOf(verify(before))).toBe('token-invalid');
  });
});
