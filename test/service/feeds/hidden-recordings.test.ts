import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../src/podcast.js';
import { decodeFeed } from '../../../src/podcast/xml/decode.js';
import { fillRecordings, hideRecordings } from '../../../src/service/feeds/hidden-recordings.js';
import { expectLinear } from '../../support/growth.js';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedBytes,
  sharedFeeds,
} from '../../support/shared-feeds.js';

const feed = (inside: string) => `<rss><channel><title>T</title>${inside}</channel></rss>`;
const url = 'https://media.example/1.mp3';

describe('hidden recordings', () => {
  it.each([
    ['URLs in a text', (n: number) => feed(`<description>${`${url} `.repeat(n)}</description>`)],
    ['schemes', (n: number) => feed(`<description>${'http://'.repeat(n)}</description>`)],
    ['recordings', (n: number) => feed(`<item><enclosure url="${url}"/></item>`.repeat(n))],
    ['a long URL', (n: number) => feed(`<item><enclosure url="${url}${'/'.repeat(n)}"/></item>`)],
  ])('take linear time for many %s', (_what, make) => {
    expectLinear(make, (xml) => fillRecordings(hideRecordings(xml).xml, (id) => id));
  });

  it('leave a feed without any as it is', () => {
    const xml = feed('<item><title>&amp;</title><link>https://a.example/</link></item>');
    expect(hideRecordings(xml)).toEqual({ xml, recordings: {} });
  });
});

const names = hasSharedFeeds ? readdirSync(new URL('open/', sharedFeeds)) : [];

describeSharedFeeds('the recordings of real feeds', 85, () => {
  it.each(names)('of %s are hidden, and found again', (name) => {
    const xml = decodeFeed(sharedBytes(`open/${name}`));
    const { xml: hidden, recordings } = hideRecordings(xml);
    const urls = Object.values(recordings);
    const before = parsePodcast(xml).episodes;
    const after = parsePodcast(hidden).episodes;
    expect(after.map(({ title }) => title)).toEqual(before.map(({ title }) => title));
    expect(after.map(({ enclosures }) => enclosures.length)).toEqual(
      before.map(({ enclosures }) => enclosures.length),
    );
    const found = after.map((episode) => {
      const id = /recordings\.invalid\/([\w-]{12})\//.exec(episode.url ?? '')?.[1];
      return id === undefined ? episode.url : recordings[id];
    });
    // A player of relative URLs or other schemes is no web URL, and stays.
    expect(found.map((one) => one?.trim())).toEqual(before.map((episode) => episode.url));
    const words = new Set(hidden.split(/["'<>\s]/));
    expect(urls.filter((one) => words.has(one))).toEqual([]);
  });
});
