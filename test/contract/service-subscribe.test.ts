/** The service's own /subscribe under the tests of every subscribe handler, with every field that a product can have. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFeedServiceClient } from '../../src/api/client.js';
import { subscriptionSchema } from '../../src/api/subscription-schema.js';
import type { Subscription } from '../../src/api/subscription.js';
import { createService, type Service } from '../../src/service/service.js';
import { catalogueOf, client, showFolder } from '../support/feed-service/backend.js';
import { mount, type MountedHandler } from '../support/publisher/site.js';
import { page, secret } from '../support/publisher/member.js';
import { secrets } from '../support/operator/operator.js';
import { describeOwnHandler } from './handler-contract.js';

const sku = 'sid:one';
const streaming = {
  streamingUrl: 'https://music.example/show/1',
  streamingLinkUrl: 'https://club.example.com/connect',
};

let shows: Awaited<ReturnType<typeof showFolder>>;
let service: Service;
let mounted: MountedHandler;
let subscription: Subscription;
let lines: object[] = [];

beforeAll(async () => {
  shows = await showFolder();
  const product = { sku, title: 'The Member Show', description: 'For members', feed: shows.feed };
  service = createService({
    catalogue: {
      ...catalogueOf(shows.feed),
      products: [
        { ...product, access: 'granted', recordings: 'signed', spotifyId: 'sp0tify', ...streaming },
      ],
      grants: [{ email: secrets.email, sku }],
    },
    subscribe: { secret, allowedOrigins: [page] },
    log: (line) => 'error' in line && lines.push(line),
  });
  await service.open();
  mounted = await mount((request) => service.fetch(request));
  const { origin: url } = new URL(mounted.url);
  const api = createFeedServiceClient({
    tokenUrl: url,
    baseUrl: url,
    ...client,
    onboardingOriginId: 'origin-1',
    deadline: 60_000,
  });
  const { feedUrl, title } = await api.privateFeed({ email: secrets.email, sku });
  subscription = {
    feedUrl,
    title,
    sku,
    ...streaming,
    consumeUrl: `${url}/consume`,
    parserUrl: url,
    parserFormat: 'service',
    handoff: true,
    canReset: true,
    hasConnections: true,
    connections: [],
  };
});
afterAll(async () => {
  await mounted.close();
  await service.close();
  await shows.remove();
});

describeOwnHandler('serveSubscribe', () => {
  lines = [];
  return Promise.resolve({
    url: mounted.url,
    headers: {},
    subscription,
    log: () => lines.map((line) => JSON.stringify(line)).join('\n'),
    close: () => Promise.resolve(),
  });
});

it('serveSubscribe gives a Subscription every field that there is', () => {
  expect(Object.keys(subscription).sort()).toEqual(Object.keys(subscriptionSchema.shape).sort());
});
