/**
 * A member's app on the day when the publisher changes hosts: the app asks where it always has, and neither
 * loses an episode nor takes one for new. gPodder is the app itself; the others follow what they document.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../src/service.js';
import { parsePodcast } from '../../src/podcast/parse-podcast.js';
import { clientOf } from '../support/feed-service/api-client.js';
import { client, member, scope, sku } from '../support/feed-service/backend.js';
import { operator, operatorOf } from '../support/feed-service/operator-client.js';
import { startRecordingHost, type RecordingHost } from '../support/feed-service/recording-host.js';
import { showXml, type ShownEpisode } from '../support/feed-service/show-xml.js';
import { describeWith } from '../support/programs/debian.js';
import { freePort } from '../support/programs/free-port.js';
import { createGpodder } from '../support/programs/gpodder.js';

const shown: ShownEpisode[] = ['three', 'two', 'one'].map((guid, at) => ({
  guid,
  title: `Episode ${guid}`,
  date: Date.parse(`2026-02-${20 - at}T06:00:00Z`),
}));
const link = '/rss/show?auth=member-1';

let folder: string;
let recordings: RecordingHost;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pps-moved-'));
  recordings = await startRecordingHost();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  recordings.close();
  await rm(folder, { recursive: true, force: true });
});

/** The host that the members come from. @returns what turns it off */
async function startOldHost(port: number): Promise<() => Promise<unknown>> {
  const server = createServer(({ url }, response) => {
    const headers = { 'Content-Type': 'application/rss+xml' };
    if (url === link) response.writeHead(200, headers).end(showXml('Show', shown, recordings.url));
    else response.writeHead(404).end();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

/** The service at the old host's address, with its links taken over. */
async function startNewHost(port: number, taken: readonly string[]) {
  const feed = join(folder, `show-${port}.rss`);
  await writeFile(feed, showXml('Show', shown, recordings.url));
  const service = await startServer({
    catalogue: {
      clients: [operator, { ...client, scopes: scope.split(' ') }],
      onboardingOrigins: ['origin-1'],
      products: [{ sku, title: 'Show', feed, access: 'granted' }],
      grants: [{ email: member, sku }],
    },
    port,
    log: () => undefined,
  });
  closing.push(() => service.close());
  const operates = await operatorOf(service.url);
  await operates.send('/admin/links', ['oldUrl,email,sku', ...taken].join('\n'));
  return { url: service.url, operates };
}

const lineOf = (port: number) => `http://127.0.0.1:${port}${link},${member},${sku}`;

describeWith('gpo', 'gpodder', 'importLinks: gPodder', () => {
  it('has the same episodes in the same states, and learns of a new link in the app', async () => {
    const port = await freePort();
    const turnOff = await startOldHost(port);
    const url = `http://127.0.0.1:${port}${link}`;
    const gpodder = await createGpodder();
    closing.push(() => gpodder.remove());
    expect(await gpodder.subscribe(url)).toBe(true);
    await gpodder.download(url);
    const before = await gpodder.states();
    expect(before.map(({ guid }) => guid)).toEqual(['three', 'two', 'one']);
    expect(before.every(({ state }) => state === 1)).toBe(true);
    await turnOff();

    const { operates } = await startNewHost(port, [lineOf(port)]);
    expect(await gpodder.update(url)).toBe(true);
    expect(await gpodder.states()).toEqual(before);

    await operates.send('/admin/feeds/rotate', { sku });
    await gpodder.update();
    const guids = (await gpodder.states()).map(({ guid }) => guid);
    expect(guids).toContain(`${sku}/link-changed`);
  });
});

/** What an app does with a redirect, as its source or its makers say. */
const rules = [
  { app: 'AntennaPod: keeps the new address', methods: ['GET'], keeps: 'new' },
  { app: 'an app that keeps the old address for ever', methods: ['GET'], keeps: 'old' },
  { app: 'an app that looks with HEAD first', methods: ['HEAD', 'GET'], keeps: 'new' },
  {
    app: 'an aggregator that asks twice before it believes',
    methods: ['GET', 'GET'],
    keeps: 'new',
  },
] as const;

describe('importLinks: apps by their rules', () => {
  it.each(rules)('$app', async ({ methods, keeps }) => {
    const port = await freePort();
    const { url } = await startNewHost(port, [lineOf(port)]);
    const { feedUrl } = await clientOf(url).privateFeed({ email: member, sku });
    const first = `${url}${link}`;
    let address = first;
    for (let day = 0; day < 2; day += 1) {
      let next = address;
      for (const method of methods) {
        const answer = await fetch(address, { method, redirect: 'manual' });
        if (address === first) expect(answer.status).toBe(301);
        next = answer.headers.get('Location') ?? address;
      }
      const { episodes } = parsePodcast(await (await fetch(next)).text());
      expect(episodes.map(({ guid }) => guid)).toEqual(['three', 'two', 'one']);
      if (keeps === 'new') address = next;
    }
    expect(address).toBe(keeps === 'new' ? feedUrl : first);
  });
});
