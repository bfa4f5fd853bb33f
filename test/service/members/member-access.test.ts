/** The way from a member to a feed link, by the writes that it costs a real database. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createSubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
import {
  catalogueOf,
  createBackend,
  member,
  origin,
  sku,
  stranger,
  type Backend,
} from '../../support/feed-service/backend.js';
import { openSku } from '../../support/feed-service/event-senders.js';
import { page, secret } from '../../support/publisher/member.js';
import { useDatabase, useShowFolder } from '../../support/feed-service/for-file.js';

const database = await useDatabase();
const shows = await useShowFolder();

let backend: Backend;
beforeEach(async () => {
  await database.exec('drop schema public cascade; create schema public');
  backend = createBackend({
    // Nothing that is forgotten, by a write, while a test counts.
    catalogue: { ...catalogueOf(shows.feed), grants: [{ email: member, sku }] },
    database,
    subscribe: { secret, allowedOrigins: [page] },
  });
  await backend.service.open();
  return () => backend.service.close();
});

/**
 * The number of transactions that have written so far, those that changed nothing included: Postgres
 * gives one an ID when it writes first.
 */
async function writes(): Promise<number> {
  const { rows } = await database.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  );
  return Number(rows[0]!.next);
}

/** How many transactions write during some work. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  const before = await writes();
  await work();
  return (await writes()) - before;
}

async function subscribe(query = '', who = { email: member, sku }): Promise<unknown> {
  const token = await createSubscribeToken(who, secret);
  const headers = { Authorization: `Bearer ${token}` };
  const response = await backend.send(`/subscribe${query}`, { headers });
  expect(response.status).toBe(200);
  return response.json();
}

describe('createMemberAccess', () => {
  it('adds a member, and then the link, with one write each', async () => {
    const subscribeNew = () => subscribe('', { email: stranger, sku: openSku });
    expect(await writesOf(subscribeNew)).toBe(2);
    expect(await writesOf(() => subscribe())).toBe(1);
  });

  it('writes nothing to show the page of a known member, nor to ask for their apps again', async () => {
    const first = await subscribe();
    // It says once in five minutes that somebody waits to see an app.
    expect(await writesOf(() => subscribe('?connections'))).toBe(1);
    let again: unknown;
    const written = await writesOf(async () => {
      again = await subscribe();
      await subscribe('?connections');
    });
    expect(again).toEqual(first);
    expect(written).toBe(0);
  });

  it('writes nothing when a publisher asks by 4.2 to 4.4 for a known member', async () => {
    const feedUrl = await backend.feedUrl(member);
    const { access_token: token } = (await (await backend.token()).json()) as {
      access_token: string;
    };
    const call = async (path: string, init?: RequestInit): Promise<unknown> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      return (await backend.send(path, { ...init, headers })).json();
    };
    const written = await writesOf(async () => {
      const { id: userId } = (await call(`/profile/email/${member}?forceCreation=true`)) as {
        id: string;
      };
      const body = { onboardingOriginId: 'origin-1', userId, sku, origin: 'EXTERNAL' };
      const [entitlement] = (await call('/vault/entitlements/auto-onboard', {
        method: 'POST',
        body: JSON.stringify(body),
      })) as { entitlementId: string }[];
      const query = new URLSearchParams({ userId, format: 'RSS' });
      const path = `/vault/entitlements/${entitlement!.entitlementId}/access?${query.toString()}`;
      expect(await call(path)).toMatchObject([{ url: feedUrl }]);
    });
    expect(written).toBe(0);
  });

  it('writes nothing to show the consume page', async () => {
    const feedUrl = await backend.feedUrl(member);
    // The first reading of a show is kept, with its day.
    await backend.send(feedUrl);
    const kept = () => database.query('select from pps_feed_copies').then(({ rows }) => rows);
    await expect.poll(kept).toHaveLength(1);
    const written = await writesOf(async () => {
      const opened = await backend.send(`/consume/en?rss=${encodeURIComponent(feedUrl)}`);
      const path = new URL(opened.headers.get('Location')!, `${origin}/consume/en`).pathname;
      expect((await backend.send(path)).status).toBe(200);
    });
    expect(written).toBe(0);
  });

  it('gives members who come at the same time one entitlement and one link', async () => {
    const subscriptions = await Promise.all(Array.from({ length: 6 }, () => subscribe()));
    expect(new Set(subscriptions.map((each) => JSON.stringify(each))).size).toBe(1);
    expect((await database.query('select * from pps_entitlements')).rows).toHaveLength(1);
  });
});
