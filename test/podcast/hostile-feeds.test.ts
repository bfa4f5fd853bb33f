/** Hostile feeds are read or refused with `bad-feed`, soon and in little memory. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePodcast, podcastSchema, type Podcast } from '../../src/podcast.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import { defaultLimits } from '../../src/podcast/xml/limits.js';
import { expectAtMost } from '../support/laws/limits.js';
import { hostileFeeds } from './hostile-feeds.js';

/** The podcast, or undefined if the feed was refused. Any other error fails the test. */
function readOrRefuse(feed: string | Uint8Array): Podcast | undefined {
  try {
    return parsePodcast(feed, { baseUrl: 'https://feeds.example/feeds/secret/show.rss' });
  } catch (error) {
    if (error instanceof PrivatePodcastError && error.code === 'bad-feed') return undefined;
    throw error;
  }
}

describe('parsePodcast: hostile feeds', () => {
  const feeds = [...hostileFeeds(2026)];

  it.each(feeds.map(({ name, feed }) => [name, feed] as const))(
    'reads or refuses %s',
    (_, feed) => {
      // The best of five, by the clock or by the processor's time: other work on the machine
      // must not count.
      const times: number[] = [];
      const before = process.memoryUsage().heapUsed;
      let podcast: Podcast | undefined;
      for (let run = 0; run < 5 && Math.min(250, ...times) >= 250; run++) {
        const start = performance.now();
        const used = process.cpuUsage();
        podcast = readOrRefuse(feed);
        const { user, system } = process.cpuUsage(used);
        times.push(performance.now() - start, (user + system) / 1000);
      }
      expect(Math.min(...times)).toBeLessThan(250);
      expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
      if (podcast === undefined) return;
      const json = JSON.stringify(podcast);
      // Nothing is multiplied: an episode adds its own fields, a text at most its escaping.
      const maxLength = 20 * feed.length + 300 * podcast.episodes.length + 100_000;
      expect(json.length).toBeLessThan(maxLength);
      expect(json).not.toMatch(/lollol|root:|evil\.example/);
      expect(podcastSchema.parse(JSON.parse(json)).episodes).toHaveLength(podcast.episodes.length);
      expect(new Set(podcast.episodes.map(({ guid }) => guid)).size).toBe(podcast.episodes.length);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  it('keeps the episodes before the cut, at any byte', () => {
    const bytes = readFileSync(new URL('fixtures/itunes.xml', import.meta.url));
    const whole = parsePodcast(bytes).episodes;
    let most = 0;
    for (let end = 0; end < bytes.length; end++) {
      const podcast = readOrRefuse(bytes.subarray(0, end));
      const guids = podcast?.episodes.map(({ guid }) => guid) ?? [];
      expect(guids, `cut at ${end}`).toEqual(whole.slice(0, guids.length).map(({ guid }) => guid));
      expect(guids.length).toBeGreaterThanOrEqual(most);
      most = guids.length;
    }
    expect(most).toBe(whole.length);
  });
});

describe('parsePodcast: default limits', () => {
  const rss = (inside: string) => `<rss><channel>${inside}</channel></rss>`;
  const limited: Record<string, (size: number) => string> = {
    depth: (size) => rss('<a>'.repeat(size - 2) + '</a>'.repeat(size - 2)),
    attributes: (size) => rss(`<enclosure ${'a="" '.repeat(size)}/>`),
    episodes: (size) => rss('<item/>'.repeat(size)),
  };

  it.each(['depth', 'attributes', 'episodes'] as const)('apply to %s', (limit) =>
    expectAtMost(defaultLimits[limit], (size) => readOrRefuse(limited[limit]!(size)) !== undefined),
  );
});

describe('parsePodcast: other documents', () => {
  it.each([
    ['', 'no podcast feed'],
    ['{"error":"not found"}', 'no podcast feed'],
    ['<!doctype html><html><body><item>x</item></body></html>', 'web page'],
    ['<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title></feed>', 'Atom'],
    ['<opml><body/></opml>', 'not an RSS feed'],
    ['<rss version="2.0"></rss>', 'no podcast feed'],
    [
      '<rss version="2.0"><redirect><newLocation>x</newLocation></redirect></rss>',
      'no podcast feed',
    ],
  ])('refuses %j', (feed, message) => {
    expect(() => parsePodcast(feed)).toThrow(
      expect.objectContaining({
        code: 'bad-feed',
        message: expect.stringContaining(message) as string,
      }),
    );
  });

  it('reads a podcast without episodes', () => {
    expect(parsePodcast('<rss><channel/></rss>').episodes).toEqual([]);
  });
});

describe('parsePodcast: sanitizeHtml', () => {
  it('returns the HTML that the option returns', () => {
    const xml =
      '<rss><channel><item><description>&lt;b onclick=x&gt;a&lt;/b&gt;</description></item></channel></rss>';
    const sanitizeHtml = (html: string) => html.replace(/ onclick=x/, '');
    expect(parsePodcast(xml, { sanitizeHtml }).episodes[0]?.descriptionWithHtml).toBe('<b>a</b>');
    expect(parsePodcast(xml).episodes[0]?.descriptionWithHtml).toBe('<b onclick=x>a</b>');
    expect(parsePodcast(xml, { sanitizeHtml: () => '' }).episodes[0]?.descriptionWithHtml).toBe('');
  });
});
