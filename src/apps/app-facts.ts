/**
 * The facts about each app beyond its row: the sources, the app's icon, and where to get it and
 * paste a link. Loaded with the help for members, not with the first button.
 */
import type { AppId, PerPlatform } from './app-table.js';

/**
 * How reliable the link is: `A` from the app's own source code, `B` from the vendor's page or
 * several independent lists, `C` from a single list or an old one. None was tried on a device.
 */
export type Confidence = 'A' | 'B' | 'C';

/** The facts about an app beyond its links, each with its source. */
export interface AppFacts {
  /** Where we read the link, or that there is none. */
  readonly source: string;
  /** Where we read how the owner spells the app's name. */
  readonly nameSource: string;
  /** The day we read both, ISO 8601. */
  readonly checked: string;
  /** How reliable the link is. */
  readonly confidence: Confidence;
  /** Anything else we found, or failed to find. */
  readonly note?: string;
  /** Slug of the app's icon in simple-icons (CC0), if it has one. Run `npm run icons` after a change. */
  readonly icon?: string;
  /** URL of the page where members get the app, if found. */
  readonly store?: PerPlatform;
  /** Labels in the app's English screens, from the start to the field that takes a feed URL, if found. */
  readonly paste?: PerPlatform;
}

const checked = '2026-11-21';

/** Two releases of one subscribe button. Both list the scheme; neither is the app's own documentation. */
const podlove = 'https://github.com/podlove/podlove-subscribe-button and podlove/podlove-ui';
const linkBuilders = 'Link builders in public repositories, none of them the app’s own';

/** A directory of podcast apps, each with its owner's page. */
const podcastIndex =
  'https://github.com/Podcastindex-org/web-ui: server/data/apps.json (2026-06-26)';
/** Each icon there names the owner's page that it and its title follow. */
const simpleIcons = 'https://github.com/simple-icons/simple-icons (16.37)';
/** The names of apps in the `User-Agent` of their requests. */
const userAgents = 'https://github.com/opawg/user-agents-v2: src/apps.json (2026-08-06)';

const appStore = (id: number) => `https://apps.apple.com/app/id${id}`;
const playStore = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;

/** Keyed by app id. The type check fails if a row of the app table has no entry. */
export const appFacts: Readonly<Record<AppId, AppFacts>> = {
  'apple-podcasts': {
    source: podlove,
    nameSource: simpleIcons,
    checked,
    confidence: 'B',
    icon: 'applepodcasts',
    store: appStore(525463029),
    paste: {
      ios: 'Library › ⋯ › Follow a Show by URL…',
      macos: 'File › Follow a Show by URL…',
    },
  },
  overcast: {
    source: `${podlove}; https://overcast.fm/podcasterinfo`,
    nameSource: simpleIcons,
    checked,
    confidence: 'B',
    note: 'Its server fetches the feed, so it cannot reach a feed that answers only the member’s network.',
    icon: 'overcast',
    store: appStore(888422857),
    paste: '+ › Add URL',
  },
  antennapod: {
    source:
      'https://github.com/AntennaPod/AntennaPod: UrlChecker.java, AndroidManifest.xml (2026-07-21)',
    nameSource: simpleIcons,
    checked,
    confidence: 'A',
    note: 'Other apps may open pcast: too; Android then asks which one. antennapod-subscribe:// becomes http.',
    icon: 'antennapod',
    paste: 'Add podcast › Add podcast by RSS address',
  },
  'podcast-addict': {
    source: podlove,
    nameSource: simpleIcons,
    checked,
    confidence: 'B',
    note: 'The place to paste comes from one third-party help page.',
    icon: 'podcastaddict',
    store: playStore('com.bambuna.podcastaddict'),
    paste: '+ › RSS',
  },
  'pocket-casts': {
    source:
      'https://github.com/Automattic/pocket-casts-android: DeepLinkFactory.kt (2026-08-21); ' +
      'https://github.com/Automattic/pocket-casts-ios: AppDelegate+UrlHandling.swift (2024-10-23)',
    nameSource: simpleIcons,
    checked,
    confidence: 'A',
    note: 'Asks its server for the feed. A feed unreachable for about three months is no longer refreshed.',
    icon: 'pocketcasts',
    store: {
      ios: appStore(414834813),
      android: playStore('au.com.shiftyjelly.pocketcasts'),
    },
    paste: 'Discover › Search podcasts or add RSS URL',
  },
  castro: {
    source: linkBuilders,
    nameSource: simpleIcons,
    checked,
    confidence: 'B',
    note: 'castro:// is listed too, and means http. The place to paste was not found.',
    icon: 'castro',
    store: appStore(1080840241),
  },
  'podcast-republic': {
    source: podlove,
    nameSource: podcastIndex,
    checked,
    confidence: 'B',
    note: 'The place to paste was not found.',
    store: playStore('com.itunestoppodcastplayer.app'),
  },
  podkicker: {
    source: podlove,
    nameSource: podlove,
    checked,
    confidence: 'B',
    note: 'Only the older of the two releases lists it. The place to paste was not found.',
    store: playStore('ait.podka'),
  },
  downcast: {
    source: podlove,
    nameSource: userAgents,
    checked,
    confidence: 'B',
    note: 'The place to paste comes from one third-party help page, for iOS.',
    store: { ios: appStore(393858566), macos: appStore(668429425) },
    paste: { ios: 'Add › Add Podcast Manually › Feed' },
  },
  icatcher: {
    source: podlove,
    nameSource: podcastIndex,
    checked,
    confidence: 'B',
    note: 'In the App Store it is “iCatcher! Podcast Player”. The place to paste was not found.',
    store: appStore(414419105),
  },
  rssradio: {
    source: podlove,
    nameSource: podlove,
    checked,
    confidence: 'B',
    note: 'The two releases name different store entries; this is the newer one. The place to paste was not found.',
    store: appStore(386600664),
  },
  castamatic: {
    source: 'https://github.com/hbmartin/ios-podcast-player-comparison (2026-07)',
    nameSource: podcastIndex,
    checked,
    confidence: 'C',
    note: 'The place to paste was not found.',
    store: appStore(966632553),
  },
  'podcast-guru': {
    source: linkBuilders,
    nameSource: podcastIndex,
    checked,
    confidence: 'C',
    note: 'No link is known for its desktop version. Its Android store entry and the place to paste were not found.',
    store: { ios: appStore(1535235039) },
  },
  'player-fm': {
    source: 'One list of app links in a public repository',
    nameSource: simpleIcons,
    checked,
    confidence: 'C',
    note: 'Its server fetches the feed. Its web form, which others link to, exposes the feed URL to its logs.',
    icon: 'playerfm',
    store: { ios: appStore(940568467), android: playStore('fm.player') },
  },
  gpodder: {
    source:
      'https://github.com/gpodder/gpodder: src/gpodder/gtkui/main.py, ' +
      'share/applications/gpodder-url-handler.desktop (2025-12-27)',
    nameSource: 'https://github.com/gpodder/gpodder: README.md',
    checked,
    confidence: 'A',
    note: 'gpodder:// becomes http. Its source shows no registration of the scheme on Windows.',
    store: 'https://gpodder.github.io/',
    paste: 'Subscriptions › Add podcast via URL',
  },
  kasts: {
    source: 'https://github.com/KDE/kasts: src/main.cpp, src/qml/AddFeedSheet.qml (2026-08-07)',
    nameSource: podcastIndex,
    checked,
    confidence: 'A',
    note: 'It registers no scheme. In a terminal, `kasts --add` adds a feed.',
    store: {
      linux: 'https://flathub.org/apps/details/org.kde.kasts',
      windows: 'https://cdn.kde.org/ci-builds/multimedia/kasts/',
    },
    paste: 'Add Podcast… › Url',
  },
  podverse: {
    source: 'https://github.com/podverse/podverse-rn: src/screens/MoreScreen.tsx (2024-08-08)',
    nameSource: podcastIndex,
    checked,
    confidence: 'A',
    note: 'No link that takes a feed was found in its source.',
    store: { ios: appStore(1390888454), android: playStore('com.podverse') },
    paste: 'More › Add RSS feed',
  },
  fountain: {
    source: linkBuilders,
    nameSource: podcastIndex,
    checked,
    confidence: 'C',
    note: 'No link that takes a feed is known. Its App Store entry and the place to paste were not found.',
    store: { android: playStore('fm.fountain.apps') },
  },
  anytimeplayer: {
    source:
      'https://github.com/amugofjava/anytime_podcast_player: lib/ui/anytime_podcast_app.dart (2026-04-22)',
    nameSource: 'https://github.com/amugofjava/anytime_podcast_player: README.md',
    checked,
    confidence: 'A',
    note: 'Its one link, https://anytimeplayer.app/subscribe, goes to a website where the app is missing.',
    store: { ios: appStore(1582300839), android: playStore('uk.me.amugofjava.anytime') },
    paste: '⋮ › Add RSS Feed',
  },
  truefans: {
    source: linkBuilders,
    nameSource: podcastIndex,
    checked,
    confidence: 'C',
    note: 'A web app, also in the stores. No link that takes a feed, and no place to paste one, was found.',
    store: { ios: appStore(6747340246), android: playStore('fm.truefans.twa') },
  },
  spotify: {
    source: 'The parser’s externalIds.spotifyId',
    nameSource: simpleIcons,
    checked,
    confidence: 'A',
    note: 'Takes no feed. The member links an account, if the publisher offers that.',
    icon: 'spotify',
    store: { ios: appStore(324684580), android: playStore('com.spotify.music') },
  },
  'youtube-music': {
    source: 'https://podnews.net/article/youtube-music-rss',
    nameSource: simpleIcons,
    checked,
    confidence: 'B',
    note: 'Sends the feed URL to its server. The English labels of the place to paste were not found.',
    icon: 'youtubemusic',
    store: {
      ios: appStore(1017492454),
      android: playStore('com.google.android.apps.youtube.music'),
    },
  },
  castbox: {
    source: 'https://pod2mob.com/podcast-app-exposes-subscriber-only-shows/ (2021)',
    nameSource: simpleIcons,
    checked,
    confidence: 'C',
    note: 'Subscriber-only shows have turned up in its public search. No link that takes a feed is known.',
    icon: 'castbox',
    store: {
      ios: appStore(1243410543),
      android: playStore('fm.castbox.audiobook.radio.podcast'),
    },
  },
};
