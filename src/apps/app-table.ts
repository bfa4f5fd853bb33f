/**
 * The apps that can open a podcast, as data: only what the element needs to show its first button.
 * The sources and everything else are in `app-facts.ts`, which is loaded later.
 */
import type { Platform } from './platform.js';

/** One string for all platforms of the app, or one for each platform. */
export type PerPlatform = string | Readonly<Partial<Record<Platform, string>>>;

/**
 * How the app takes a private feed:
 * - `link`: the link opens the app, and the app fetches the feed;
 * - `lookup`: the link opens the app, which asks its server for the feed; that can fail for a new feed;
 * - `paste`: no link works dependably, so the member copies the feed URL and pastes it in the app;
 * - `account`: the app takes no feed URL; the member links an account;
 * - `public-search`: as `paste`, but subscriber-only shows have turned up in the app's public search.
 */
export type PrivateFeeds = 'link' | 'lookup' | 'paste' | 'account' | 'public-search';

/** A row of the app table: a podcast app and how a feed is opened in it. */
export interface App {
  /** Kebab-case. */
  readonly id: string;
  /** As the app's owner spells it. */
  readonly name: string;
  /** The app's own colour, as `#rrggbb`: the background of its tile. Default: grey. */
  readonly color?: string;
  /** Where the app runs, whether or not a link opens it there. */
  readonly platforms: readonly Platform[];
  /** How the app takes a private feed. */
  readonly privateFeeds: PrivateFeeds;
  /**
   * Link templates, with exactly one placeholder: `{url}` for the feed URL, `{encoded}` for its
   * percent-encoded form, `{bare}` for the URL without `https://`, `{base64url}` for RFC 4648
   * section 5 without padding, or `{spotifyId}` for the show's id in the streaming-music app.
   * Without a template for a platform, no link opens the app there.
   */
  readonly links?: PerPlatform;
  /** The link goes to a website, whose server sees the feed URL even if the member has no app. */
  readonly web?: boolean;
  /** `false`: shown only if the publisher names the app. */
  readonly listed?: boolean;
  /** Installed on every device with one of its platforms. */
  readonly preinstalled?: boolean;
  /** Free, and so suggested to members who have no app yet: it needs a `store`. */
  readonly starter?: boolean;
  /** URL of the page where members get the app. That of a starter is in the first view; others are facts. */
  readonly store?: PerPlatform;
}

/** Phones and tablets, where members listen. */
export const mobile: readonly Platform[] = ['ios', 'android'];
const desktop = ['macos', 'windows', 'linux'] as const;

/** In display order: widely used apps that take a private feed dependably come first. */
const rows = [
  {
    id: 'apple-podcasts',
    name: 'Apple Podcasts',
    platforms: ['ios', 'macos'],
    privateFeeds: 'link',
    links: 'podcast://{bare}',
    preinstalled: true,
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
    starter: true,
    store: 'https://play.google.com/store/apps/details?id=de.danoeh.antennapod',
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
  {
    id: 'kasts',
    name: 'Kasts',
    platforms: ['windows', 'linux'],
    privateFeeds: 'paste',
  },
  { id: 'podverse', name: 'Podverse', platforms: mobile, privateFeeds: 'paste' },
  { id: 'fountain', name: 'Fountain', platforms: mobile, privateFeeds: 'paste' },
  {
    id: 'anytimeplayer',
    name: 'Anytime Podcast Player',
    platforms: mobile,
    privateFeeds: 'paste',
  },
  {
    id: 'truefans',
    name: 'TrueFans',
    platforms: [...mobile, ...desktop],
    privateFeeds: 'paste',
  },
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

/** The ids of the package's own rows. App overrides may add others. */
export type AppId = (typeof rows)[number]['id'];

/** The package's own rows, unlisted ones too. */
export const appTable: readonly App[] = rows;
