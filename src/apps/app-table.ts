/**
 * The apps a podcast can be opened in, as data: only what the element needs before its
 * first button can stand. Where each fact comes from is in `app-facts.ts`, loaded later.
 */
import type { Platform } from './platform.js';

/** One text for every platform of the row, or one for each platform that has its own. */
export type PerPlatform = string | Readonly<Partial<Record<Platform, string>>>;

/**
 * What the app does with a private feed:
 * - `link`: the link opens the app, and the app takes the feed;
 * - `lookup`: the link asks the app's server for the feed, which can fail for one that it does not know;
 * - `paste`: no dependable link: the member copies the feed URL and pastes it in the app;
 * - `account`: the app takes no feed, the member links an account;
 * - `public-search`: subscriber-only shows have turned up in the app's public search.
 */
export type PrivateFeeds = 'link' | 'lookup' | 'paste' | 'account' | 'public-search';

export interface App {
  /** The app's name in kebab-case. */
  readonly id: string;
  readonly name: string;
  /** Where the app runs, whether or not a link opens it there. */
  readonly platforms: readonly Platform[];
  readonly privateFeeds: PrivateFeeds;
  /**
   * Link templates (see `app-link.ts`). A platform without one is paste only, or account linking only.
   * `{url}` the feed URL, `{encoded}` percent-encoded, `{bare}` without `https://`,
   * `{base64url}` as RFC 4648 §5 without padding, `{spotifyId}` the show's id there.
   */
  readonly links?: PerPlatform;
  /** The link hands the feed URL to a website: whose server sees the secret, app or no app. */
  readonly web?: boolean;
  /** `false`: shown only where the publisher names the app. */
  readonly listed?: boolean;
}

const mobile = ['ios', 'android'] as const;
const desktop = ['macos', 'windows', 'linux'] as const;

/** In the order in which they are shown: those that take a private feed surely and are widely used first. */
const rows = [
  {
    id: 'apple-podcasts',
    name: 'Apple Podcasts',
    platforms: ['ios', 'macos'],
    privateFeeds: 'link',
    links: 'podcast://{bare}',
  },
  {
    id: 'overcast',
    name: 'Overcast',
    platforms: ['ios'],
    privateFeeds: 'link',
    links: 'overcast://x-callback-url/add?url={encoded}',
  },
  {
    id: 'antennapod',
    name: 'AntennaPod',
    platforms: ['android'],
    privateFeeds: 'link',
    links: 'pcast:{url}',
  },
  {
    id: 'podcast-addict',
    name: 'Podcast Addict',
    platforms: ['android'],
    privateFeeds: 'link',
    links: 'podcastaddict://{bare}',
  },
  {
    id: 'pocket-casts',
    name: 'Pocket Casts',
    platforms: mobile,
    privateFeeds: 'lookup',
    links: { ios: 'pktc://subscribe/{url}', android: 'pktc://subscribehttps/{bare}' },
  },
  {
    id: 'castro',
    name: 'Castro',
    platforms: ['ios'],
    privateFeeds: 'link',
    links: 'castros://subscribe/{bare}',
  },
  {
    id: 'podcast-republic',
    name: 'Podcast Republic',
    platforms: ['android'],
    privateFeeds: 'link',
    links: 'podcastrepublic://subscribe/{bare}',
  },
  {
    id: 'podkicker',
    name: 'Podkicker',
    platforms: ['android'],
    privateFeeds: 'link',
    links: 'podkicker://subscribe/{bare}',
  },
  {
    id: 'downcast',
    name: 'Downcast',
    platforms: ['ios', 'macos'],
    privateFeeds: 'link',
    links: 'downcast://{bare}',
  },
  {
    id: 'icatcher',
    name: 'iCatcher!',
    platforms: ['ios'],
    privateFeeds: 'link',
    links: 'icatcher://{bare}',
  },
  {
    id: 'rssradio',
    name: 'RSSRadio',
    platforms: ['ios'],
    privateFeeds: 'link',
    links: 'rssradio://{bare}',
  },
  {
    id: 'castamatic',
    name: 'Castamatic',
    platforms: ['ios'],
    privateFeeds: 'link',
    links: 'castamatic://{bare}',
  },
  {
    id: 'podcast-guru',
    name: 'Podcast Guru',
    platforms: [...mobile, ...desktop],
    privateFeeds: 'link',
    links: { ios: 'podcastguru://{bare}', android: 'podcastguru://{bare}' },
  },
  {
    id: 'player-fm',
    name: 'Player FM',
    platforms: mobile,
    privateFeeds: 'lookup',
    links: 'playerfm://{bare}',
  },
  {
    id: 'gpodder',
    name: 'gPodder',
    platforms: desktop,
    privateFeeds: 'link',
    links: 'gpodder:{url}',
  },
  { id: 'kasts', name: 'Kasts', platforms: ['windows', 'linux'], privateFeeds: 'paste' },
  { id: 'podverse', name: 'Podverse', platforms: mobile, privateFeeds: 'paste' },
  { id: 'fountain', name: 'Fountain', platforms: mobile, privateFeeds: 'paste' },
  { id: 'anytimeplayer', name: 'AnytimePlayer', platforms: mobile, privateFeeds: 'paste' },
  { id: 'truefans', name: 'TrueFans', platforms: [...mobile, ...desktop], privateFeeds: 'paste' },
  {
    id: 'spotify',
    name: 'Spotify',
    platforms: [...mobile, ...desktop],
    privateFeeds: 'account',
    links: 'https://open.spotify.com/show/{spotifyId}',
  },
  {
    id: 'youtube-music',
    name: 'YouTube Music',
    platforms: [...mobile, ...desktop],
    privateFeeds: 'lookup',
    links: 'https://music.youtube.com/library/podcasts?addrssfeed={base64url}',
    web: true,
    listed: false,
  },
  {
    id: 'castbox',
    name: 'Castbox',
    platforms: mobile,
    privateFeeds: 'public-search',
    listed: false,
  },
] as const satisfies readonly App[];

/** The ids of the rows that come with the package; a publisher's catalogue may add others. */
export type AppId = (typeof rows)[number]['id'];

export const appTable: readonly App[] = rows;
