/**
 * Shows that are written in odd ways, as other people's readers see them: a member's feed must not
 * lose, or gain, what the publisher's own feed has.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../../src/service.js';
import { clientOf } from '../support/feed-service/api-client.js';
import { client, member, scope } from '../support/feed-service/backend.js';
import { startRecordingHost, type RecordingHost } from '../support/feed-service/recording-host.js';
import { openFeedReaders } from '../support/readers/feed-readers.js';

const dated = '<pubDate>Tue, 10 Feb 2026 06:00:00 GMT</pubDate>';
const enclosure = (name: string) => `<enclosure url="{{host}}/${name}.mp3" type="audio/mpeg"/>`;
const known = '<guid isPermaLink="false">one</guid>';
const item = (content: string) => `<item><title>One</title>${content}</item>`;
const rss = (items: string, root = 'rss version="2.0"') =>
  `<?xml version="1.0" encoding="UTF-8"?><${root}><channel><title>Odd</title><link>https://show.example.org/</link>${items}</channel></${root.split(' ')[0]}>`;

const shows = {
  'no dates': rss(item(known + enclosure('one'))),
  'no GUIDs': rss(item(dated + enclosure('one')) + item(dated + enclosure('two'))),
  'GUIDs that are the URLs of recordings': rss(
    item(`<guid>{{host}}/one.mp3</guid>${dated}${enclosure('one')}`),
  ),
  'GUIDs that are permanent links': rss(
    item(`<guid>https://show.example.org/1</guid>${dated}${enclosure('one')}`),
  ),
  'episodes without recordings among others': rss(
    item(known + dated + enclosure('one')) +
      item(`<guid isPermaLink="false">text</guid>${dated}<link>https://show.example.org/2</link>`),
  ),
  'only episodes without recordings': rss(item(known + dated)),
  'an enclosure as an Atom link': rss(
    item(`${known}${dated}<atom:link rel="enclosure" type="audio/mpeg" href="{{host}}/one.mp3"/>`),
    'rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"',
  ),
  'recordings of an unknown type': rss(
    item(`${known}${dated}<enclosure url="{{host}}/one.mp3" length="0"/>`),
  ),
  'recordings with a query and an apostrophe': rss(
    item(
      `${known}${dated}<enclosure url='{{host}}/it%27s.mp3?a=1&amp;b=2#.mp3' type="audio/mpeg"/>`,
    ),
  ),
  'entities, CDATA and markup in titles': rss(
    `<item><title><![CDATA[A & B <i>live</i>]]></title>${known}${dated}${enclosure('one')}</item>`,
  ),
  'items outside the channel': `<rss version="2.0"><channel><title>Odd</title></channel>${item(known + dated + enclosure('one'))}</rss>`,
  'no XML declaration, and a byte order mark': `\uFEFF${rss(item(known + dated + enclosure('one'))).replace(/^<\?.*?\?>/, '')}`,
};
type Name = keyof typeof shows;
const names = Object.keys(shows) as Name[];
const skuOf = (name: Name, isSigned: boolean) =>
  `sid:${name.replace(/\W+/g, '-')}${isSigned ? '.signed' : ''}`;

const xmlOf = (name: Name) => shows[name].replaceAll('{{host}}', host.url);
const publishedAt = (name: Name) =>
  `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/${encodeURIComponent(name)}`;

const folder = await mkdtemp(join(tmpdir(), 'pps-odd-'));
const host: RecordingHost = await startRecordingHost();
const publisher = createServer(({ url = '' }, response) => {
  response.end(xmlOf(decodeURIComponent(url.slice(1)) as Name));
}).listen(0, '127.0.0.1');
await once(publisher, 'listening');
const products = names.flatMap((name, index) =>
  [false, true].map((isSigned) => ({
    sku: skuOf(name, isSigned),
    title: name,
    feed: join(folder, `${index}.rss`),
    access: 'everyone' as const,
    ...(isSigned && { recordings: 'signed' as const }),
  })),
);
for (const [index, name] of names.entries())
  await writeFile(join(folder, `${index}.rss`), xmlOf(name));
const catalogue = {
  clients: [{ ...client, scopes: scope.split(' ') }],
  onboardingOrigins: ['origin-1'],
  products,
};
const service = await startServer({ catalogue, port: 0, log: () => undefined });
afterAll(async () => {
  await service.close();
  publisher.close();
  host.close();
  await rm(folder, { recursive: true, force: true });
});

const feedUrlOf = async (name: Name, isSigned: boolean) =>
  (await clientOf(service.url).privateFeed({ email: member, sku: skuOf(name, isSigned) })).feedUrl;

// gPodder reads with podcastparser.
const readers = (await openFeedReaders()).filter(({ name }) => name !== 'gPodder');
const present = readers.filter(({ isMissing }) => !isMissing);

describe.each(present)('startServer: odd shows as $name sees them', (reader) => {
  it.each(names)('%s: as in the publisher’s own feed, and each has a GUID', async (name) => {
    const seen = await reader.read(await feedUrlOf(name, false));
    const published = await reader.read(publishedAt(name));
    const shown = ({ title, type, date, url }: (typeof seen)[number]) => ({
      title,
      type,
      date,
      url,
    });
    expect(seen.map(shown)).toEqual(expect.arrayContaining(published.map(shown)));
    if (name === 'no GUIDs') return;
    const guidsOf = (episodes: typeof seen) => episodes.map(({ guid }) => guid);
    expect(guidsOf(seen)).toEqual(expect.arrayContaining(guidsOf(published)));
  });

  it.each(names)('%s, signed: the same episodes, and they play', async (name) => {
    const seen = await reader.read(await feedUrlOf(name, true));
    const published = await reader.read(publishedAt(name));
    const shown = ({ title, type, date }: (typeof seen)[number]) => ({ title, type, date });
    // An episode without a GUID gets one, and a reader that drops such episodes sees it then.
    expect(seen.map(shown)).toEqual(expect.arrayContaining(published.map(shown)));
    for (const { url } of seen.filter(({ url }) => url !== '')) {
      expect(new URL(url).origin).toBe(service.url);
      expect((await fetch(url)).status).toBe(200);
    }
  });
});

for (const { name, isMissing } of readers) {
  if (isMissing)
    it.skip(`startServer: odd shows as ${name} sees them (skipped: ${name} is not installed)`);
}

describe.each([
  ['open', false],
  ['signed', true],
])('startServer: odd shows with %s recordings', (_kind, isSigned) => {
  it.each(names)('%s: the same GUIDs for every reader', async (name) => {
    const feedUrl = await feedUrlOf(name, isSigned);
    const guids = await Promise.all(
      present.map(async ({ read }) => (await read(feedUrl)).map(({ guid }) => guid)),
    );
    // Not every reader keeps every episode.
    const [most = []] = guids.toSorted((one, other) => other.length - one.length);
    expect(new Set(guids.flat())).toEqual(new Set(most));
    expect(most).not.toEqual([]);
  });
});
