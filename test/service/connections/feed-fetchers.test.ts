import { describe, expect, it } from 'vitest';
import { apps } from '../../../src/apps/apps.js';
import {
  feedFetcher,
  fetcherNumber,
  nameFetcher,
} from '../../../src/service/connections/feed-fetchers.js';

/** A header as Node reads it: the bytes of UTF-8 as Latin-1. */
const asReceived = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** Of each row one header at least. */
const headers = [
  ['Podcasts/1785.3 CFNetwork/1.0 Darwin/21', 'apple-podcasts'],
  ['Balados/1650.20 CFNetwork/1333.0.4', 'apple-podcasts'],
  [asReceived('Подкасты/1650.20 CFNetwork/1333.0.4'), 'apple-podcasts'],
  [asReceived('播客/1650.20'), 'apple-podcasts'],
  ['%E6%92%AD%E5%AE%A2/1650.20 CFNetwork/1333.0.4', 'apple-podcasts'],
  ['Podcast%E2%80%99ler/1650.20', 'apple-podcasts'],
  ['Overcast/1.0 Podcast Sync (12 subscribers; feed-id=1; +http://overcast.fm/)', 'overcast'],
  ['PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)', 'pocket-casts'],
  ['Pocket Casts', 'pocket-casts'],
  ['Tentacles/1.0', 'castro'],
  ['Castro 2 Episode Download', 'castro'],
  ['AntennaPod/3.5.0', 'antennapod'],
  ['PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)', 'podcast-addict'],
  ['Podcast Addict/5', 'podcast-addict'],
  ['PodcastRepublic/18.0', 'podcast-republic'],
  ['Podkicker Pro/3', 'podkicker'],
  ['Downcast/2.9.70', 'downcast'],
  ['iCatcher! Podcast App/4.5', 'icatcher'],
  ['RSSRadio7/11', 'rssradio'],
  ['Castamatic/3.2 (feed fetcher)', 'castamatic'],
  ['Podcast Guru/2.0', 'podcast-guru'],
  ['PodcastGuru 1.8', 'podcast-guru'],
  ['PlayerFM/1.0 Podcast Sync (1 subscribers)', 'player-fm'],
  ['Player%20FM/42', 'player-fm'],
  ['gPodder/3.11.4 (+http://gpodder.org/) Linux', 'gpodder'],
  ['Kasts/22.09; Syndication', 'kasts'],
  ['Podverse/Feed Parser', 'podverse'],
  ['podverse/4', 'podverse'],
  ['Fountain/1.0', 'fountain'],
  ['anytime_podcast_player/1.3', 'anytimeplayer'],
  ['TrueFans/1.0', 'truefans'],
  ['CastboxFeedParser/1.0', 'castbox'],
  ['CastBox/8', 'castbox'],
  ['Spotify/1.0', 'spotify'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'youtube-music'],
  ['Feedly/1.0 (+http://www.feedly.com/fetcher.html; 1 subscribers)', 'Feedly'],
  ['Mozilla/5.0 (compatible; inoreader.com; 1 subscribers)', 'Inoreader'],
  ['newsboat/2.30', 'Newsboat'],
] as const;

describe('feedFetcher', () => {
  it.each(headers)('reads %s', (userAgent, app) => {
    expect(feedFetcher(userAgent)).toBe(app);
  });

  it.each([
    undefined,
    '',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    'iTMS',
    'itms/1.0 Podcasts/1',
    'CastFeedValidator/3',
    'Podcastindex.org/v1.0',
    'PodnewsBot/1.0 (Overcast/1.0)',
    'Slackbot-LinkExpanding 1.0',
    'WhatsApp/2.23',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'curl/8.5.0',
    'Wget/1.21',
    'python-requests/2.31',
    'private-podcast-service',
    'node',
    'overcast/1.0',
    'GooglePodcasts/2.0',
    'Podcasts',
    '%E6%92%AD%E5%AE%A2/%',
    `${'x'.repeat(512)}Overcast/1.0`,
  ])('does not count %s as an app', (userAgent) => {
    expect(feedFetcher(userAgent)).toBeUndefined();
  });

  it('names apps by the ids of the app table, and each has a bit of its own', () => {
    const fetchers = [...new Set(headers.map(([, app]) => app))];
    const known: readonly string[] = apps.map(({ id }) => id);
    const readers = fetchers.filter((app) => !known.includes(app));
    expect(readers).toEqual(['Feedly', 'Inoreader', 'Newsboat']);
    expect(fetchers.length).toBe(26);
    const numbers = fetchers.map(fetcherNumber);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.filter((number) => number < 0 || number > 31)).toEqual([]);
  });
});

describe('nameFetcher', () => {
  it('gives the id only if the app table has it', () => {
    expect(nameFetcher('overcast')).toEqual({ app: 'overcast', name: 'Overcast' });
    expect(nameFetcher('Feedly')).toEqual({ name: 'Feedly' });
  });
});
