/** A real podcast client, gPodder's `gpo`, with a member's feed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type RunningService } from '../../src/service.js';
import { clientOf, extendedClientOf } from '../support/feed-service/api-client.js';
import { catalogueOf, member, sku } from '../support/feed-service/backend.js';
import { operator, operatorOf } from '../support/feed-service/operator-client.js';
import { startRecordingHost, type RecordingHost } from '../support/feed-service/recording-host.js';
import { showXml } from '../support/feed-service/show-xml.js';
import { describeWith } from '../support/programs/debian.js';
import { createGpodder, type Gpodder } from '../support/programs/gpodder.js';

/** Milliseconds for the whole story: it starts Python for each step. */
const TIMEOUT_MS = 180_000;

describeWith('gpo', 'gpodder', 'gPodder', () => {
  let folder: string;
  let host: RecordingHost;
  let service: RunningService;
  let gpodder: Gpodder;
  let clockAhead = 0;

  /** Moves the clock on, too, because the service trusts a file that it has just read. */
  const publish = async (titles: readonly string[]) => {
    await writeFile(
      join(folder, 'show.rss'),
      showXml(
        'The Member Show',
        titles.map((title) => ({ guid: title, title, date: Date.parse('2026-11-01') })),
        host.url,
      ),
    );
    clockAhead += 60_000;
  };
  const titlesOf = async (feedUrl: string) =>
    (await gpodder.episodes(feedUrl)).map(({ title }) => title).sort();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pps-gpodder-show-'));
    host = await startRecordingHost();
    await publish(['Episode-1']);
    const catalogue = catalogueOf(join(folder, 'show.rss'));
    catalogue.clients.push(operator);
    service = await startServer({
      catalogue,
      port: 0,
      now: () => Date.now() + clockAhead,
      log: () => undefined,
    });
    gpodder = await createGpodder();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await gpodder.remove();
    await service.close();
    host.close();
    await rm(folder, { recursive: true, force: true });
  });

  it(
    'subscribes, is known as connected, downloads, sees a new episode, and nothing after a reset',
    { timeout: TIMEOUT_MS },
    async () => {
      const { feedUrl } = await clientOf(service.url).privateFeed({ email: member, sku });
      expect(await gpodder.subscribe(feedUrl)).toBe(true);
      // The service takes note of the app beside the request.
      const client = extendedClientOf(service.url);
      const apps = async () =>
        (await client.connections({ email: member, sku })).map(({ app }) => app);
      await expect.poll(apps).toEqual(['gpodder']);
      expect(await titlesOf(feedUrl)).toEqual(['Episode-1']);

      await gpodder.download(feedUrl);
      expect(await gpodder.recordings()).toEqual([host.recording]);

      await publish(['Episode-2', 'Episode-1']);
      expect(await gpodder.update(feedUrl)).toBe(true);
      expect(await titlesOf(feedUrl)).toEqual(['Episode-1', 'Episode-2']);

      await (await operatorOf(service.url)).reset(sku, member);
      expect(await apps()).toEqual([]);
      await publish(['Episode-3', 'Episode-2', 'Episode-1']);
      expect(await gpodder.update(feedUrl)).toBe(false);
      expect(await titlesOf(feedUrl)).toEqual(['Episode-1', 'Episode-2']);

      // The member's page gives a new link, and the app sees everything again.
      const fresh = await clientOf(service.url).privateFeed({ email: member, sku });
      expect(await gpodder.subscribe(fresh.feedUrl)).toBe(true);
      expect(await titlesOf(fresh.feedUrl)).toEqual(['Episode-1', 'Episode-2', 'Episode-3']);
    },
  );
});
