/** docs/interface.md over real HTTP: the client of src/api against the service of src/service, nothing between them faked. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeedServiceClient, type FeedServiceConfig } from '../../src/api/client.js';
import { startServer, type RunningService } from '../../src/service/node-server.js';
import {
  catalogueOf,
  client,
  failureOf,
  lapsed,
  member,
  show,
  sku,
  stranger,
} from '../support/feed-service/backend.js';

const during = new Date('2026-03-01T00:00:00Z');
const after = new Date('2026-04-01T00:00:00Z');

let folder: string;
let service: RunningService;
let time = during;

const start = (port = 0) =>
  startServer({
    catalogue: catalogueOf(join(folder, 'show.rss')),
    dataDir: join(folder, 'data'),
    port,
    now: () => time,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pps-contract-'));
  await writeFile(join(folder, 'show.rss'), Buffer.from(show, 'latin1'));
  service = await start();
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function clientOf(config: Partial<FeedServiceConfig> = {}) {
  return createFeedServiceClient({
    tokenUrl: service.url,
    baseUrl: service.url,
    parserUrl: service.url,
    consumeUrl: `${service.url}/consume`,
    ...client,
    onboardingOriginId: 'origin-1',
    ...config,
  });
}

describe('createFeedServiceClient: the six calls', () => {
  it('4.1 issues a token for a day', async () => {
    const token = await clientOf().issueToken();
    expect(token).toMatchObject({
      token_type: 'Bearer',
      expires_in: 86_400,
      scope: 'vault:impersonate profile:user:read',
    });
  });

  it('4.2 finds a user, and creates one with forceCreation', async () => {
    const api = clientOf();
    expect((await failureOf(api.userByEmail('new@example.org'))).code).toBe('not-found');
    const made = await api.userByEmail('new@example.org', { forceCreation: true });
    expect(made).toMatchObject({ userId: made.id, hasPrimaryAddress: false });
    expect(await api.userByEmail('NEW@example.org')).toEqual(made);
  });

  it('4.3 and 4.4 give an entitlement and its feed', async () => {
    const api = clientOf();
    const { id: userId } = await api.userByEmail(member, { forceCreation: true });
    const [entitlement] = await api.autoOnboard({ userId, sku });
    expect(entitlement).toMatchObject({
      userId,
      sku,
      title: 'The Member Show',
      purchaseOptionData: { purchaseType: 'OWN' },
    });
    const [item] = await api.access(entitlement!.entitlementId, { userId });
    expect(item).toMatchObject({
      title: 'The Member Show',
      filename: `${sku}_private.rss`,
      mimeType: 'application/rss+xml',
      type: 'feed',
    });
    const response = await fetch(item!.url!);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<itunes:block>Yes</itunes:block>');
  });

  it('4.5 parses the feed', async () => {
    const api = clientOf();
    const { feedUrl } = await api.privateFeed({ email: member, sku });
    const podcast = await api.parse(feedUrl);
    expect(podcast.title).toBe('The Member Show');
    expect(podcast.episodes.map(({ guid, url }) => [guid, url])).toEqual([
      ['two', 'https://show.example.org/2.mp3'],
      ['one', 'https://show.example.org/1.mp3'],
    ]);
  });

  it('4.6 shows the subscription page, which loads the element from the service', async () => {
    const api = clientOf();
    const { feedUrl } = await api.privateFeed({ email: member, sku });
    const response = await fetch(api.consumeUrl(feedUrl, 'sv'));
    expect(response.url).not.toContain(feedUrl);
    const html = await response.text();
    expect(html).toContain(feedUrl);
    const files = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.map((file) => new URL(file, response.url).href)).toEqual([
      `${new URL(response.url).origin}/embed/private-podcast-subscribe.js`,
    ]);
  });

  it('1 gets a feed in one call, and the same feed again', async () => {
    const feed = await clientOf().privateFeed({ email: member, sku });
    expect(feed).toMatchObject({ title: 'The Member Show', sku });
    expect(await clientOf().privateFeed({ email: member.toUpperCase(), sku })).toEqual(feed);
    expect(await clientOf().privateFeed({ userId: feed.userId, sku })).toEqual(feed);
  });
});

describe('createFeedServiceClient: refusals', () => {
  it('reports a wrong client secret as unauthorized', async () => {
    const api = clientOf({ clientSecret: 'wrong' });
    expect((await failureOf(api.issueToken())).code).toBe('unauthorized');
    expect((await failureOf(api.userByEmail(member))).code).toBe('unauthorized');
  });

  it('reports a missing scope as forbidden', async () => {
    const reader = clientOf({ clientId: 'reader', clientSecret: 'reads only' });
    const { id: userId } = await reader.userByEmail(member, { forceCreation: true });
    expect((await failureOf(reader.autoOnboard({ userId, sku }))).code).toBe('forbidden');
    const impersonator = clientOf({ scope: 'vault:impersonate' });
    expect((await failureOf(impersonator.userByEmail(member))).code).toBe('forbidden');
  });

  it('reports an unknown user as not-found', async () => {
    const userId = 'email|000000000000000000000000';
    expect(await failureOf(clientOf().autoOnboard({ userId, sku }))).toMatchObject({
      code: 'not-found',
      status: 404,
    });
  });

  it('reports an unknown onboarding origin as forbidden', async () => {
    const api = clientOf({ onboardingOriginId: 'other' });
    const { id: userId } = await api.userByEmail(member, { forceCreation: true });
    expect(await failureOf(api.autoOnboard({ userId, sku }))).toMatchObject({
      code: 'forbidden',
      status: 403,
    });
  });

  it('reports a member without an entitlement as no-access', async () => {
    const api = clientOf();
    const { id: userId } = await api.userByEmail(stranger, { forceCreation: true });
    expect(await api.autoOnboard({ userId, sku })).toEqual([]);
    expect((await failureOf(api.privateFeed({ email: stranger, sku }))).code).toBe('no-access');
  });

  it("reports another user's entitlement like one that does not exist", async () => {
    const api = clientOf();
    const { entitlementId } = await api.privateFeed({ email: member, sku });
    const { id: userId } = await api.userByEmail(stranger, { forceCreation: true });
    const others = await failureOf(api.access(entitlementId, { userId }));
    const absent = await failureOf(api.access('0'.repeat(24), { userId }));
    expect([others.code, others.status]).toEqual(['not-found', 404]);
    expect([absent.code, absent.status]).toEqual(['not-found', 404]);
    expect(others.message).toBe(absent.message);
  });

  it('reports a URL that the parser may not read as forbidden', async () => {
    const error = await failureOf(clientOf().parse('http://169.254.169.254/latest/'));
    expect(error.code).toBe('forbidden');
  });
});

describe('createFeedServiceClient: after the membership', () => {
  it('reads a feed of one episode that says so, and gets no new access', async () => {
    const api = clientOf();
    const { feedUrl } = await api.privateFeed({ email: lapsed, sku });
    time = after;
    try {
      const podcast = await clientOf().parse(feedUrl);
      expect(podcast.episodes.map(({ title }) => title)).toEqual(['Your membership has ended']);
      expect((await failureOf(clientOf().privateFeed({ email: lapsed, sku }))).code).toBe(
        'no-access',
      );
    } finally {
      time = during;
    }
  });
});

describe('startServer: restart on the same data folder', () => {
  it('keeps users, entitlements, feed URLs and tokens', async () => {
    const api = clientOf();
    const before = await api.privateFeed({ email: member, sku });
    const port = Number(new URL(service.url).port);
    await service.close();
    await expect(fetch(before.feedUrl)).rejects.toThrow();
    service = await start(port);
    expect(await api.privateFeed({ email: member, sku })).toEqual(before);
    expect((await fetch(before.feedUrl)).status).toBe(200);
  });

  it('reports that a port is taken', async () => {
    const taken = await failureOf(
      startServer({ catalogue: catalogueOf('x'), port: Number(new URL(service.url).port) }),
    );
    expect(taken.code).toBe('config');
    expect(taken.message).toContain('Choose another port');
  });
});
