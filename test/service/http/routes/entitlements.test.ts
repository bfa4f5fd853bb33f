import { describe, expect, it } from 'vitest';
import { createSubscribeToken } from '../../../../src/publisher/tokens/subscribe-token.js';
import {
  catalogueOf,
  member,
  origin,
  sku,
  stranger,
} from '../../../support/feed-service/backend.js';
import { page, secret } from '../../../support/publisher/member.js';
import { useBackend, useShowFolder } from '../../../support/feed-service/for-file.js';

const shows = await useShowFolder();
const time = new Date('2026-03-01T00:00:00Z');

const backend = useBackend({
  catalogue: catalogueOf(shows.feed),
  subscribe: { secret, allowedOrigins: [page] },
  now: () => time,
});

const profile = (email: string, query = '') =>
  backend.call(`/profile/email/${encodeURIComponent(email)}${query}`);
const onboarded = async (body: Record<string, unknown>) =>
  (await (await backend.onboard(body)).json()) as Record<string, string>[];
const access = (id: string, query: Record<string, string>) =>
  backend.call(`/vault/entitlements/${id}/access?${new URLSearchParams(query).toString()}`);

describe('findUser: GET /profile/email/{email}', () => {
  it('is kept in no cache', async () => {
    const found = await profile(member, '?forceCreation=true');
    expect(found.status).toBe(200);
    expect(found.headers.get('Cache-Control')).toBe('no-store');
  });

  it('accepts e-mail addresses of up to 254 characters', async () => {
    const local = 'a'.repeat(64);
    const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.`;
    const address = (length: number) =>
      `${local}@${domain}${'d'.repeat(length - local.length - domain.length - 5)}.org`;
    expect((await profile(address(254), '?forceCreation=true')).status).toBe(200);
    expect((await profile(address(255), '?forceCreation=true')).status).toBe(400);
  });

  it('creates one user for simultaneous requests', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => backend.userId('race@example.org')),
    );
    expect(new Set(ids).size).toBe(1);
  });

  it.each([
    ['nobody', ''],
    [`${'a'.repeat(250)}@example.org`, ''],
    ['a@example.org', '?forceCreation=maybe'],
  ])('refuses %s%s, and does not repeat it', async (email, query) => {
    const response = await profile(email, query);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'bad-input' });
    expect(text).not.toContain(email);
  });
});

describe('autoOnboard: POST /vault/entitlements/auto-onboard', () => {
  it('returns an entitlement to a member with access', async () => {
    const userId = await backend.userId(member);
    const [entitlement, ...more] = await onboarded({ userId });
    expect(more).toEqual([]);
    expect(entitlement).toEqual({
      entitlementId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      userId,
      purchaseOptionId: `option:${sku}`,
      purchaseOptionData: {
        title: 'The Member Show',
        description: 'For members',
        purchaseType: 'OWN',
      },
      sku,
      title: 'The Member Show',
    });
  });

  it('returns an empty list without access', async () => {
    const userId = await backend.userId(stranger);
    const response = await backend.onboard({ userId });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([]);
    expect(await onboarded({ userId, sku: 'sid:open-show' })).toHaveLength(1);
  });

  it('is kept in no cache', async () => {
    for (const email of [member, stranger]) {
      const response = await backend.onboard({ userId: await backend.userId(email) });
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
  });

  it('refuses a body that is not JSON, and one of more than 64 KiB', async () => {
    const send = (body: string) =>
      backend.call('/vault/entitlements/auto-onboard', { method: 'POST', body });
    expect((await send('{')).status).toBe(400);
    expect((await send('x'.repeat(64 * 1024))).status).toBe(400);
    const tooLong = await send('x'.repeat(64 * 1024 + 1));
    expect(tooLong.status).toBe(413);
    expect(await tooLong.json()).toMatchObject({ code: 'bad-input' });
  });
});

describe('access: GET /vault/entitlements/{id}/access', () => {
  async function entitled(email: string) {
    const userId = await backend.userId(email);
    return { userId, id: (await onboarded({ userId }))[0]!.entitlementId! };
  }

  it('returns the same feed URL on every call', async () => {
    const { userId, id } = await entitled(member);
    const [item, ...more] = (await (await access(id, { userId, format: 'RSS' })).json()) as {
      url: string;
    }[];
    expect(more).toEqual([]);
    expect(item).toEqual({
      title: 'The Member Show',
      filename: `${sku}_private.rss`,
      id: `${id}:rss`,
      url: expect.stringMatching(`^${origin}/feeds/[\\w-]{32}/${sku}_private.rss$`) as string,
      mimeType: 'application/rss+xml',
      type: 'feed',
    });
    expect(await (await access(id, { userId, format: 'RSS' })).json()).toEqual([item]);
  });

  it("answers alike for an unknown entitlement and another user's", async () => {
    const { id } = await entitled(member);
    const userId = await backend.userId(stranger);
    const others = await access(id, { userId, format: 'RSS' });
    const absent = await access('0'.repeat(24), { userId, format: 'RSS' });
    expect([others.status, absent.status]).toEqual([404, 404]);
    expect(await others.text()).toBe(await absent.text());
  });

  it.each(['\0', 'a\0b', ' ', 'x'.repeat(600)])('refuses %j as an ID', async (id) => {
    const { userId } = await entitled(member);
    const found = await access(encodeURIComponent(id), { userId, format: 'RSS' });
    const other = await access('0'.repeat(24), { userId: id, format: 'RSS' });
    expect([found.status, other.status]).toEqual([400, 400]);
    expect((await backend.onboard({ userId: id })).status).toBe(400);
    expect((await profile(`${id}@example.org`)).status).toBe(400);
  });
});

describe('resetFeedLinks: a new link that the member asks for', () => {
  /** The feed link that a user has from an origin, by 4.3 and 4.4. */
  async function linkFrom(userId: string, origin: string, product = sku) {
    const [held] = await onboarded({ userId, origin, sku: product });
    const id = held!.entitlementId!;
    const [item] = (await (await access(id, { userId, format: 'RSS' })).json()) as {
      url: string;
    }[];
    return { id, url: item!.url };
  }
  const statusOf = async ({ url }: { url: string }) => (await backend.send(url)).status;

  const resets: [string, (userId: string, id: string) => Promise<Response>][] = [
    [
      'POST /vault/entitlements/{id}/reset',
      (userId, id) =>
        backend.call(`/vault/entitlements/${id}/reset?${new URLSearchParams({ userId })}`, {
          method: 'POST',
        }),
    ],
    [
      'POST /subscribe?reset',
      async () => {
        const token = await createSubscribeToken({ email: member, sku }, secret, {
          now: () => time,
        });
        const headers = { Authorization: `Bearer ${token}` };
        return backend.send('/subscribe?reset', { method: 'POST', headers });
      },
    ],
  ];
  it.each(resets)('ends their links to the product from all origins by %s', async (_, reset) => {
    const [userId, others] = [await backend.userId(member), await backend.userId(stranger)];
    const [own, elsewhere] = [
      await linkFrom(userId, 'EXTERNAL'),
      await linkFrom(userId, 'ELSEWHERE'),
    ];
    const kept = [
      await linkFrom(userId, 'EXTERNAL', 'sid:open-show'),
      await linkFrom(others, 'EXTERNAL', 'sid:open-show'),
    ];
    expect((await reset(userId, own.id)).status).toBe(200);
    expect([await statusOf(own), await statusOf(elsewhere)]).toEqual([404, 404]);
    expect(await Promise.all(kept.map(statusOf))).toEqual([200, 200]);
    const renewed = [await linkFrom(userId, 'EXTERNAL'), await linkFrom(userId, 'ELSEWHERE')];
    expect(await Promise.all(renewed.map(statusOf))).toEqual([200, 200]);
  });
});
