/** A product's streaming fields everywhere: access, client, parser, consume page, /subscribe. */
import { describe, expect, it } from 'vitest';
import { createFeedServiceClient } from '../../src/api/client.js';
import { createSubscribeToken } from '../../src/publisher/tokens/subscribe-token.js';
import {
  catalogueOf,
  client,
  failureOf,
  member,
  origin,
  sku,
} from '../support/feed-service/backend.js';
import { page, secret } from '../support/publisher/member.js';
import { useBackend, useShowFolder } from '../support/feed-service/for-file.js';

const shows = await useShowFolder();

const streaming = {
  streamingUrl: 'https://music.example/show/1?a="b"',
  streamingLinkUrl: 'https://site.example/connect',
};

const now = new Date('2026-03-01T00:00:00Z');

const catalogue = catalogueOf(shows.feed);
Object.assign(catalogue.products[0]!, streaming, { spotifyId: 'sp0tify' });
const backend = useBackend({
  catalogue,
  now: () => now,
  subscribe: { secret, allowedOrigins: [page] },
});
await backend.service.open();

const api = () =>
  createFeedServiceClient({
    tokenUrl: origin,
    baseUrl: origin,
    parserUrl: origin,
    consumeUrl: `${origin}/consume`,
    ...client,
    onboardingOriginId: 'origin-1',
    fetch: (input, init) => backend.service.fetch(new Request(input, init)),
  });

async function consumePage(feedUrl: string): Promise<string> {
  const opened = await backend.send(`/consume/en?rss=${encodeURIComponent(feedUrl)}`);
  const path = new URL(opened.headers.get('Location')!, `${origin}/consume/en`).pathname;
  return (await backend.send(path)).text();
}

/** The Subscription that the service's own /subscribe answers. */
async function subscriptionTo(
  product: string,
  init: { method?: string; query?: string } = {},
): Promise<unknown> {
  const { method = 'GET', query = '' } = init;
  const token = await createSubscribeToken({ email: member, sku: product }, secret, {
    now: () => now.getTime(),
  });
  const headers = { Authorization: `Bearer ${token}` };
  return (await backend.send(`/subscribe${query}`, { method, headers })).json();
}

describe('createService: a product in a streaming-music app', () => {
  it('is named in the private feed, the parsed podcast and the consume page', async () => {
    const feed = await api().privateFeed({ email: member, sku });
    expect(feed).toMatchObject(streaming);
    const { externalIds } = await api().parse(feed.feedUrl);
    expect(externalIds).toEqual({ spotifyId: 'sp0tify' });
    const html = await consumePage(feed.feedUrl);
    expect(html).toContain(JSON.stringify(streaming).slice(1, -1));
  });

  it('is named by /subscribe, also with a new link', async () => {
    expect(await subscriptionTo(sku)).toMatchObject(streaming);
    const renewed = await subscriptionTo(sku, { method: 'POST', query: '?reset' });
    expect(renewed).toMatchObject(streaming);
    expect(await subscriptionTo('sid:open-show')).not.toHaveProperty('streamingUrl');
  });

  it('is not named if the product lacks the fields, though it has the same feed', async () => {
    const feed = await api().privateFeed({ email: member, sku: 'sid:open-show' });
    expect(feed).not.toHaveProperty('streamingUrl');
    expect((await api().parse(feed.feedUrl)).externalIds).toEqual({});
    expect(await consumePage(feed.feedUrl)).not.toContain('"streamingUrl":');
  });
});

describe('access: format', () => {
  it.each(['URL', 'JSON', 'rss'])('refuses the format %s with a reason', async (format) => {
    const userId = await backend.userId(member);
    const [entitlement] = (await (await backend.onboard({ userId })).json()) as {
      entitlementId: string;
    }[];
    const error = await failureOf(api().access(entitlement!.entitlementId, { userId, format }));
    expect(error.code).toBe('bad-input');
    const response = await backend.call(
      `/vault/entitlements/${entitlement!.entitlementId}/access?userId=${encodeURIComponent(userId)}&format=${format}`,
    );
    expect(await response.json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining('as RSS feeds only') as string,
    });
  });
});
