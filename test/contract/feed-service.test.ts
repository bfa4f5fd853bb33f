/** The client of src/api against the service of src/service over real HTTP, nothing between them faked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeedServiceClient } from '../../src/api/client.js';
import { startServer, type RunningService } from '../../src/service/node-server/start-server.js';
import {
  catalogueOf,
  client,
  failureOf,
  member,
  showFolder,
  sku,
} from '../support/feed-service/backend.js';

let shows: Awaited<ReturnType<typeof showFolder>>;
let service: RunningService;
beforeAll(async () => {
  shows = await showFolder();
  service = await startServer({ catalogue: catalogueOf(shows.feed), port: 0 });
});
afterAll(async () => {
  await service.close();
  await shows.remove();
});

describe('createFeedServiceClient', () => {
  it('gets a feed in one call, and the same feed again', async () => {
    const { url } = service;
    const config = { tokenUrl: url, baseUrl: url, ...client, onboardingOriginId: 'origin-1' };
    const feedOf = (who: { email: string } | { userId: string }) =>
      createFeedServiceClient(config).privateFeed({ ...who, sku });
    const feed = await feedOf({ email: member });
    expect(feed).toMatchObject({ title: 'The Member Show', sku });
    expect(await feedOf({ email: member.toUpperCase() })).toEqual(feed);
    expect(await feedOf({ userId: feed.userId })).toEqual(feed);
    const wrong = createFeedServiceClient({ ...config, clientSecret: 'wrong' });
    expect((await failureOf(wrong.issueToken())).code).toBe('unauthorized');
  });
});

describe('startServer', () => {
  it('reports that a port is taken', async () => {
    const taken = await failureOf(
      startServer({ catalogue: catalogueOf('x'), port: Number(new URL(service.url).port) }),
    );
    expect(taken.code).toBe('config');
    expect(taken.message).toContain('Choose another port');
  });
});
