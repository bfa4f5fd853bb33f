/**
 * Ten real feeds, each as the show behind a member's private feed: through service and
 * parser the title and the number of episodes are what independent parsers read in them.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFeedServiceClient, type FeedServiceClient } from '../../src/api/client.js';
import { startServer, type RunningService } from '../../src/service/node-server/start-server.js';
import { client, member, scope } from '../support/feed-service/backend.js';
import { describeSharedFeeds, sharedFeeds } from '../support/foreign-text/shared-feeds.js';

/** Small and large, non-Latin, Latin-1, Podcasting 2.0, not well-formed, without a channel. */
const shows = [
  'narro',
  'heidi-st-john',
  'techfusion-zh',
  'tal-aviad-he',
  'series-i-cinema-ca-latin1',
  'podcast-namespace-example',
  'no-agenda-2023',
  'tech-news-radio-ja',
  'all-things-chemical-bad',
  'grandes-gueules-nochannel-fr',
];

interface Reference {
  items: number;
  channel?: { title?: string };
}

const collapsed = (text = '') => text.replaceAll(/\s+/g, ' ').trim();

describeSharedFeeds('createFeedServiceClient: real shows', shows.length, () => {
  let oracle: Record<string, Reference>;
  let service: RunningService;
  let api: FeedServiceClient;

  beforeAll(async () => {
    oracle = JSON.parse(
      await readFile(new URL('oracle.json', sharedFeeds), 'utf8'),
    ) as typeof oracle;
    service = await startServer({
      port: 0,
      catalogue: {
        clients: [{ ...client, scopes: scope.split(' ') }],
        onboardingOrigins: ['origin-1'],
        products: shows.map((name) => ({
          sku: `sid:${name}`,
          title: name,
          feed: fileURLToPath(new URL(`open/${name}.xml`, sharedFeeds)),
          access: 'everyone',
        })),
      },
    });
    const { url } = service;
    api = createFeedServiceClient({
      tokenUrl: url,
      baseUrl: url,
      parserUrl: url,
      ...client,
      onboardingOriginId: 'origin-1',
    });
  });
  afterAll(() => service.close());

  it.each(shows)('reads title and episodes of %s through service and parser', async (name) => {
    const { feedUrl } = await api.privateFeed({ email: member, sku: `sid:${name}` });
    const podcast = await api.parse(feedUrl);
    const { items, channel } = oracle[name]!;
    expect(podcast.episodes).toHaveLength(items);
    if (channel?.title !== undefined) {
      expect(collapsed(podcast.title)).toBe(collapsed(channel.title));
    }
    expect(podcast).toMatchObject({ isHidden: true, isLocked: true });
  });
});
