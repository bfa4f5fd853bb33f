import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast.js';
import { decodeFeed } from '../../../../src/podcast/xml/decode.js';
import { readTokens, textEdits } from '../../../../src/service/feeds/rewrite/feed-tokens.js';
import {
  fillEnclosures,
  hideEnclosures,
} from '../../../../src/service/feeds/rewrite/hidden-enclosures.js';
import { splice } from '../../../../src/service/feeds/rewrite/splice.js';
import { expectLinear } from '../../../support/foreign-text/growth.js';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedBytes,
  sharedFeeds,
} from '../../../support/foreign-text/shared-feeds.js';

const feed = (inside: string) => `<rss><channel><title>T</title>${inside}</channel></rss>`;
const url = 'https://media.example/1.mp3';

function hide(xml: string) {
  const tokens = readTokens(xml);
  const { enclosures, edits } = hideEnclosures(tokens);
  return { xml: splice(xml, [...edits, ...textEdits(xml, tokens)]), enclosures };
}

describe('hideEnclosures', () => {
  it.each([
    ['URLs in a text', (n: number) => feed(`<description>${`${url} `.repeat(n)}</description>`)],
    [
      'ends of a sentence',
      (n: number) => feed(`<item><enclosure url="${url}"/></item>//a${'.'.repeat(n)}`),
    ],
    ['schemes', (n: number) => feed(`<description>${'http://'.repeat(n)}</description>`)],
    ['recordings', (n: number) => feed(`<item><enclosure url="${url}"/></item>`.repeat(n))],
    ['a long URL', (n: number) => feed(`<item><enclosure url="${url}${'/'.repeat(n)}"/></item>`)],
  ])('takes linear time for many %s', (_what, make) => {
    expectLinear(make, (xml) => fillEnclosures(hide(xml).xml, (id) => id));
  });

  it.each([
    `Download: ${url}.`,
    `(${url})`,
    `[one](${url}), and more`,
    `http://media.example/1.mp3`,
    `//media.example/1.mp3`,
    `https://media.example/%31.mp3`,
    `${url}?from=notes`,
    `${url}#t=60`,
    `&lt;a href="${url}"&gt;`,
  ])('hides an enclosure in the text %s', (text) => {
    const item = `<item><guid>g</guid><enclosure url="${url}"/><description>${text}</description></item>`;
    const { xml, enclosures } = hide(feed(`${item}<!-- ${url} -->`));
    expect(xml).not.toContain('media.example');
    expect(Object.values(enclosures)).toEqual([url]);
  });

  it.each(['https://media.example/', `${url}3`, 'https://media.example/1.mp3/notes'])(
    'leaves another URL in a text alone: %s',
    (other) => {
      const item = `<item><guid>g</guid><enclosure url="${url}"/><link>${other}</link></item>`;
      expect(hide(feed(item)).xml).toContain(`<link>${other}</link>`);
    },
  );

  it('gives an episode with an empty GUID one of its own', () => {
    const item = `<item><guid isPermaLink="false"></guid><enclosure url="${url}"/></item>`;
    expect(hide(feed(item)).xml).toMatch(/<guid isPermaLink="false">[\w-]{43}<\/guid><\/item>/);
  });

  it('keeps GUIDs apart that are one enclosure with different queries', () => {
    const items = [1, 2].map(
      (n) => `<item><guid>${url}?${n}</guid><enclosure url="${url}"/></item>`,
    );
    const guids = hide(feed(items.join(''))).xml.match(/(?<=<guid>)[^<]+/g)!;
    expect(new Set(guids).size).toBe(2);
    expect(guids.join(' ')).not.toContain('media.example');
  });

  it('leaves a feed without enclosures as it is', () => {
    const xml = feed('<item><title>&amp;</title><link>https://a.example/</link></item>');
    expect(hide(xml)).toEqual({ xml, enclosures: {} });
  });
});

const names = hasSharedFeeds ? readdirSync(new URL('open/', sharedFeeds)) : [];

describeSharedFeeds('hideEnclosures: real feeds', 85, () => {
  it.each(names)('hides the recordings of %s, and finds them again', (name) => {
    const xml = decodeFeed(sharedBytes(`open/${name}`));
    const { xml: hidden, enclosures } = hide(xml);
    const urls = Object.values(enclosures);
    const before = parsePodcast(xml).episodes;
    const after = parsePodcast(hidden).episodes;
    expect(after.map(({ title }) => title)).toEqual(before.map(({ title }) => title));
    expect(after.map(({ enclosures }) => enclosures.length)).toEqual(
      before.map(({ enclosures }) => enclosures.length),
    );
    const found = after.map((episode) => {
      const id = /recordings\.invalid\/([\w-]{12})\//.exec(episode.url ?? '')?.[1];
      return id === undefined ? episode.url : enclosures[id];
    });
    // A player with a relative URL or another scheme is not a web URL, and stays.
    expect(found.map((one) => one?.trim())).toEqual(before.map((episode) => episode.url));
    const words = new Set(hidden.split(/["'<>\s]/));
    expect(urls.filter((one) => words.has(one))).toEqual([]);
  });
});
