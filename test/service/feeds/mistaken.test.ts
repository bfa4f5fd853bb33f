/**
 * What apps that know a show by one mark make of a public feed and two members' feeds of it. Aggregators
 * keep the first link of a show and drop the others, so members are taken for each other, or get the public
 * show. docs/running.md has the table; here it is held true.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parsePodcast, type Podcast } from '../../../src/podcast.js';
import { fillEnclosures } from '../../../src/service/feeds/rewrite/fill-enclosures.js';
import { renderFeed } from '../../../src/service/feeds/rewrite/render-feed.js';
import {
  describeSharedFeeds,
  sharedFeeds,
  sharedText,
} from '../../support/foreign-text/shared-feeds.js';

const publicXml = `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
<title>The Show</title><link>https://show.example.org/</link>
<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>
<podcast:txt purpose="verify">S6lpp-7ZCn8</podcast:txt>
<item><title>Two</title><guid>two</guid><enclosure url="https://cdn.example.org/2.mp3" type="audio/mpeg" length="2"/></item>
<item><title>One</title><guid>one</guid><enclosure url="https://cdn.example.org/1.mp3" type="audio/mpeg" length="1"/></item>
</channel></rss>`;

type Feed = 'public' | 'member A' | 'member B';
interface Options {
  feedTitle?: string;
  signed?: boolean;
}

/** The columns of the table. */
const settings: Record<string, Options> = {
  neither: {},
  feedTitle: { feedTitle: 'The Show, for members' },
  'signed recordings': { signed: true },
  both: { feedTitle: 'The Show, for members', signed: true },
};

/** A member's feed as the service sends it. */
function memberFeed(xml: string, member: string, { feedTitle, signed }: Options): Podcast {
  const rendered = renderFeed(xml, { feedTitle, signed, source: 'https://show.example.org/rss' });
  if (!signed) return parsePodcast(rendered.xml);
  const urlOf = (id: string) => `https://listen.example.org/recordings/${member}-${id}`;
  const pieces = [...fillEnclosures(Uint8Array.from(Buffer.from(rendered.xml)), urlOf)];
  return parsePodcast(Buffer.concat(pieces).toString());
}

const urlsOf = ({ episodes }: Podcast) => episodes.map(({ url }) => url).filter(Boolean);

/** Whether two lists have at least half of the shorter in common. */
function overlaps(one: readonly unknown[], other: readonly unknown[]): boolean {
  const known = new Set(one);
  const shared = new Set(other.filter((each) => known.has(each))).size;
  return shared > 0 && shared * 2 >= Math.min(known.size, new Set(other).size);
}

/** The rows: what an aggregator takes for the mark of a show. */
const marks: Record<string, (one: Podcast, other: Podcast) => boolean> = {
  '`podcast:guid`': (one, other) => !!one.podcastGuid && one.podcastGuid === other.podcastGuid,
  'the title': (one, other) => !!one.title && one.title === other.title,
  'the title and the website': (one, other) =>
    !!one.title && one.title === other.title && !!one.link && one.link === other.link,
  "half of the episodes' GUIDs": (one, other) =>
    overlaps(
      one.episodes.map(({ guid }) => guid),
      other.episodes.map(({ guid }) => guid),
    ),
  "half of the recordings' URLs": (one, other) => overlaps(urlsOf(one), urlsOf(other)),
};

const orders: Feed[][] = [
  ['public', 'member A', 'member B'],
  ['public', 'member B', 'member A'],
  ['member A', 'public', 'member B'],
  ['member B', 'public', 'member A'],
  ['member A', 'member B', 'public'],
  ['member B', 'member A', 'public'],
];

/** Takes in feeds one after the other; each joins the first show that has its mark. */
function showsOf(
  order: readonly Feed[],
  feeds: Record<Feed, Podcast>,
  isSame: (one: Podcast, other: Podcast) => boolean,
): Feed[][] {
  const shows: Feed[][] = [];
  for (const feed of order) {
    const show = shows.find(([first]) => first && isSame(feeds[first], feeds[feed]));
    if (show) show.push(feed);
    else shows.push([feed]);
  }
  return shows;
}

/** The public feed and two members' feeds, under each of the settings. */
function feedsOf(xml: string): Record<Feed, Podcast>[] {
  const shown = parsePodcast(xml);
  return Object.values(settings).map((options) => {
    const first = memberFeed(xml, 'a', options);
    const second = options.signed ? memberFeed(xml, 'b', options) : first;
    return { public: shown, 'member A': first, 'member B': second };
  });
}

/** What an aggregator merges, in the words of the table, from least to most. */
const outcomes = ['nothing', 'members', 'all'];

function merged(feeds: Record<Feed, Podcast>, mark: string): string {
  const isSame = marks[mark]!;
  const found = orders.map((order) => {
    const shows = showsOf(order, feeds, isSame).filter((show) => show.length > 1);
    if (shows.length === 0) return 'nothing';
    return shows.some((show) => show.includes('public')) ? 'all' : 'members';
  });
  // In whatever order they came.
  expect(new Set(found).size).toBe(1);
  return found[0]!;
}

function tableOf(xml: string): string[][] {
  const feeds = feedsOf(xml);
  return Object.keys(marks).map((mark) => [mark, ...feeds.map((each) => merged(each, mark))]);
}

/** The rows of a table in a document, after its heading. */
function documented(): string[][] {
  const text = readFileSync(new URL('../../../docs/running.md', import.meta.url), 'utf8');
  const [, after = ''] = text.split('### Never mistaken for the public show');
  const lines = after.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2, 2 + Object.keys(marks).length).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

it('has the table of what still merges in docs/running.md', () => {
  expect(documented()).toEqual(tableOf(publicXml));
});

it('would merge all by the GUID, if members had it', () => {
  const feeds = { public: parsePodcast(publicXml), 'member A': parsePodcast(publicXml) };
  expect(marks['`podcast:guid`']!(feeds.public, feeds['member A'])).toBe(true);
});

/** The feed with its first items alone: with thousands, a mark is no other, and takes minutes to compare. */
function withFewItems(xml: string, most = 25): string {
  let seen = 0;
  return xml.replaceAll(/<item[\s>][^]*?<\/item>/g, (item) => ((seen += 1) > most ? '' : item));
}

describeSharedFeeds('the feeds of other publishers', 1, () => {
  it('merge no more than the table says', { timeout: 300_000 }, () => {
    const limits = tableOf(publicXml);
    const files = readdirSync(new URL('open/', sharedFeeds)).filter((name) =>
      name.endsWith('.xml'),
    );
    const more = files.flatMap((file) =>
      tableOf(withFewItems(sharedText(`open/${file}`))).flatMap(([mark, ...cells], row) =>
        cells
          .filter((cell, at) => outcomes.indexOf(cell) > outcomes.indexOf(limits[row]![at + 1]!))
          .map((cell) => [file, mark, cell]),
      ),
    );
    expect(files.length).toBeGreaterThan(80);
    expect(more).toEqual([]);
  });
});
