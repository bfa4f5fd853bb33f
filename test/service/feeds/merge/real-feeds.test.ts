/** 85 real feeds, each merged with itself, and as the guest of an empty one. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast.js';
import { decodeFeed } from '../../../../src/podcast/xml/decode.js';
import { readStrictly } from '../../../../src/podcast/xml/strict-xml.js';
import { mergeFeeds } from '../../../../src/service/feeds/merge/merge-feeds.js';
import { readFeed } from '../../../../src/service/feeds/rewrite/read-feed.js';
import { splice } from '../../../../src/service/feeds/rewrite/splice.js';
import {
  describeSharedFeeds,
  hasSharedFeeds,
  sharedBytes,
  sharedFeeds,
} from '../../../support/foreign-text/shared-feeds.js';

/** What a member sees of each episode, in no order; of a GUID that a feed repeats, without its number. */
const episodesOf = (xml: string): string[] =>
  parsePodcast(xml)
    .episodes.map(({ guid, title, url, publishDate }) =>
      JSON.stringify([guid.replace(/#\d+$/, ''), title, url, publishDate]),
    )
    .sort();

/** The same feed with its items from back to front. */
function turned(xml: string): string {
  const { xml: text, layout } = readFeed({ xml });
  const items = layout.episodes.toSorted((one, other) => one.start - other.start);
  const texts = items.map(({ start, end }) => text.slice(start, end)).reverse();
  return splice(
    text,
    items.map((item, index) => ({ ...item, text: texts[index] ?? '' })),
  );
}

const names = hasSharedFeeds ? readdirSync(new URL('open/', sharedFeeds)) : [];

describeSharedFeeds('mergeFeeds: real feeds', 85, () => {
  it.each(names)('makes of %s and itself that feed, and a well-formed guest', (name) => {
    const xml = decodeFeed(sharedBytes(`open/${name}`));
    const episodes = episodesOf(xml);
    const orders = [xml, turned(xml)].map((other) => mergeFeeds([{ xml }, { xml: other }]).xml);
    for (const merged of orders) expect(episodesOf(merged)).toEqual(episodes);

    const empty = '<rss version="2.0"><channel><title>T</title></channel></rss>';
    const guest = mergeFeeds([{ xml: empty }, { xml }]);
    expect(guest.leftOut).toEqual([0, 0]);
    expect(episodesOf(guest.xml)).toEqual(episodes);
    expect(() => readStrictly(guest.xml)).not.toThrow();
  });
});
