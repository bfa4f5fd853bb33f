/**
 * What becomes a link, and what does not. `app-link.laws.test.ts` and `links.browser.test.ts` show that a link
 * hands over the feed.
 */
import { describe, expect, it } from 'vitest';
import { appLink, apps, appsFor, type App, type Platform } from '../../src/apps.js';
import { namedApps } from '../../src/apps/app-link.js';
import { notFeeds, plainHttpFeeds } from './awkward-feeds.js';
import { decoderOf, keepsHttp } from './decoders.js';
import { linkPairs, pasteOnly } from './link-cases.js';

const platforms: readonly Platform[] = ['ios', 'android', 'macos', 'windows', 'linux'];
const feed = 'https://feeds.example/show.rss?token=a%26b';
const ids = (rows: readonly App[]) => rows.map(({ id }) => id);

describe('appLink', () => {
  describe.each(linkPairs)('$appId on $platform', ({ appId, platform }) => {
    const { decode, rule } = decoderOf(appId, platform)!;

    it('never changes the scheme of a feed without TLS', () => {
      for (const feedUrl of plainHttpFeeds) {
        const link = appLink(appId, feedUrl, platform);
        expect(link && decode(link)).toBe(keepsHttp.has(rule) ? feedUrl : undefined);
      }
    });

    it('returns undefined for a text that is not a feed URL', () => {
      const links = notFeeds.map((feedUrl) => appLink(appId, feedUrl, platform));
      expect(links).toEqual(notFeeds.map(() => undefined));
    });
  });

  it('returns a link for those apps and platforms only', () => {
    const offered = apps.flatMap(({ id }) =>
      platforms
        .filter((platform) => appLink(id, feed, platform))
        .map((platform) => ({ appId: id, platform })),
    );
    expect(offered).toHaveLength(linkPairs.length);
    expect(offered).toEqual(expect.arrayContaining(linkPairs));
  });

  it.each(pasteOnly)('returns undefined for %s, which takes a pasted feed only', (id) => {
    expect(namedApps([id])).toHaveLength(1);
    for (const platform of platforms) expect(appLink(id, feed, platform)).toBeUndefined();
  });

  it('returns undefined for an app that has no row', () => {
    expect(appLink('stitcher', feed, 'ios')).toBeUndefined();
  });

  it('opens the show in the streaming-music app once its id is known, and hands it no feed', () => {
    expect(appLink('spotify', feed, 'ios')).toBeUndefined();
    const link = appLink('spotify', feed, 'ios', { spotifyId: '2MAi0BvDc6GTFvKFPXnkCL' });
    expect(link).toBe('https://open.spotify.com/show/2MAi0BvDc6GTFvKFPXnkCL');
  });

  it.each(['', '../user', 'a/b', 'a?b', 'a b'])(
    'returns undefined for the show id %j',
    (spotifyId) => {
      expect(appLink('spotify', feed, 'ios', { spotifyId })).toBeUndefined();
    },
  );

  it.each(['x://{url}', 'x://{bare}/ ', '{encoded}', 'x://add', 'x://{feed}', 'x://{constructor}'])(
    'returns undefined for %j, which would not hand over the feed URL unchanged',
    (links) => {
      const rows: App[] = [{ id: 'x', name: 'X', platforms: ['ios'], privateFeeds: 'link', links }];
      expect(appLink('x', feed, 'ios', { rows })).toBeUndefined();
    },
  );
});

describe('appLink: a row in place of an id', () => {
  const row: App = {
    id: 'x',
    name: 'X',
    platforms: ['ios', 'android'],
    privateFeeds: 'link',
    links: { ios: 'x://{bare}' },
  };

  it('uses the row that it gets, not the one that the table has for its id', () => {
    const renamed: App = { ...row, id: 'overcast' };
    expect(appLink(renamed, 'https://feeds.example/a', 'ios')).toBe('x://feeds.example/a');
  });

  it('returns undefined for a platform that the app does not run on or has no template for', () => {
    expect(appLink({ ...row, links: 'x://{bare}' }, feed, 'macos')).toBeUndefined();
    expect(appLink(row, feed, 'android')).toBeUndefined();
  });

  it('opens the show in a streaming-music app by its id in that app', () => {
    const streaming: App = { ...row, links: 'https://music.example/{spotifyId}' };
    expect(appLink(streaming, feed, 'ios', { spotifyId: 'a1' })).toBe('https://music.example/a1');
    expect(appLink(streaming, feed, 'ios')).toBeUndefined();
  });
});

describe('appsFor', () => {
  it('puts the most dependable apps of each platform first', () => {
    expect(ids(appsFor('ios')).slice(0, 4)).toEqual([
      'apple-podcasts',
      'overcast',
      'pocket-casts',
      'castro',
    ]);
    expect(ids(appsFor('android')).slice(0, 3)).toEqual([
      'antennapod',
      'podcast-addict',
      'pocket-casts',
    ]);
    expect(appsFor('macos')[0]?.id).toBe('apple-podcasts');
    expect(appsFor('windows')[0]?.id).toBe('gpodder');
    expect(ids(appsFor('linux')).slice(0, 1)).toEqual(['gpodder']);
  });

  it('lists nothing that shows private feeds to others or hands them to a website', () => {
    for (const platform of platforms) {
      const shown = appsFor(platform);
      expect(ids(shown)).not.toContain('castbox');
      expect(ids(shown)).not.toContain('youtube-music');
      for (const { id } of shown) {
        for (const target of platforms)
          expect(appLink(id, feed, target) ?? 'app:').not.toMatch(/^https?:/);
      }
    }
  });
});

describe('namedApps', () => {
  it('keeps the publisher’s order, shows unlisted apps, and ignores unknown ids', () => {
    expect(ids(namedApps(['castbox', 'nobody', 'overcast']))).toEqual(['castbox', 'overcast']);
  });
});
