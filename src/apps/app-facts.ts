/**
 * Where the facts of each app come from, and the help a member needs where the link opens
 * nothing. Loaded with that help, not with the first button.
 */
import type { AppId, PerPlatform } from './app-table.js';

/**
 * How well the link is known: `A` from the app's own source, `B` from the vendor's page or
 * several independent catalogues, `C` from one catalogue, or old. None was tried on a device.
 */
export type Confidence = 'A' | 'B' | 'C';

export interface AppFacts {
  /** Where the link, or that there is none, was read. */
  readonly source: string;
  /** The day of that reading, ISO 8601. */
  readonly checked: string;
  readonly confidence: Confidence;
  /** What else was found, or was not. */
  readonly note?: string;
  /** Where the app is to be had. Missing where it was not found. */
  readonly store?: PerPlatform;
  /** Labels of the app's English screens, from its start to the field that takes a feed URL. Missing where it was not found. */
  readonly paste?: PerPlatform;
}

const checked = '2026-11-21';

/** Two releases of one button; both list the scheme, neither is the app's own word. */
const podlove = 'https://github.com/podlove/podlove-subscribe-button and podlove/podlove-ui';
const linkBuilders = 'Link builders in public repositories, none of them the app’s own';

const appStore = (id: number) => `https://apps.apple.com/app/id${id}`;
const playStore = (id: string) => `https://play.google.com/store/apps/details?id=${id}`;

/** Keyed by app id: the type check fails where a row of the link table has no entry. */
export const appFacts: Readonly<Record<AppId, AppFacts>> = {
  'apple-podcasts': {
    source: podlove,
    checked,
    confidence: 'B',
    store: appStore(525463029),
    paste: {
      ios: 'Library › ⋯ › Follow a Show by URL…',
      macos: 'File › Follow a Show by URL…',
    },
  },
  overcast: {
    source: `${podlove}; https://overcast.fm/podcasterinfo`,
    checked,
    confidence: 'B',
    note: 'Its server fetches the feed, so a feed that answers only the member’s network stays out of reach.',
    store: appStore(888422857),
    paste: '+ › Add URL',
  },
  antennapod: {
    source:
      'https://github.com/AntennaPod/AntennaPod: UrlChecker.java, AndroidManifest.xml (2026-07-21)',
    checked,
    confidence: 'A',
    note: 'Other apps may answer to pcast: too, then Android asks. antennapod-subscribe:// becomes http.',
    store: playStore('de.danoeh.antennapod'),
    paste: 'Add podcast › Add podcast by RSS address',
  },
  'podcast-addict': {
    source: podlove,
    checked,
    confidence: 'B',
    note: 'The place to paste comes from one help page of a third party.',
    store: playStore('com.bambuna.podcastaddict'),
    paste: '+ › RSS',
  },
  'pocket-casts': {
    source:
      'https://github.com/Automattic/pocket-casts-android: DeepLinkFactory.kt (2026-08-21); ' +
      'https://github.com/Automattic/pocket-casts-ios: AppDelegate+UrlHandling.swift (2024-10-23)',
    checked,
    confidence: 'A',
    note: 'Asks its server for the feed. A feed unreachable for about three months is no longer refreshed.',
    store: {
      ios: appStore(414834813),
      android: playStore('au.com.shiftyjelly.pocketcasts'),
    },
    paste: 'Discover › Search podcasts or add RSS URL',
  },
  castro: {
    source: linkBuilders,
    checked,
    confidence: 'B',
    note: 'castro:// is listed too, and means http. The place to paste was not found.',
    store: appStore(1080840241),
  },
  'podcast-republic': {
    source: podlove,
    checked,
    confidence: 'B',
    note: 'The place to paste was not found.',
    store: playStore('com.itunestoppodcastplayer.app'),
  },
  podkicker: {
    source: podlove,
    checked,
    confidence: 'B',
    note: 'Only the older of the two releases lists it. The place to paste was not found.',
    store: playStore('ait.podka'),
  },
  downcast: {
    source: podlove,
    checked,
    confidence: 'B',
    note: 'The place to paste comes from one help page of a third party, for iOS.',
    store: { ios: appStore(393858566), macos: appStore(668429425) },
    paste: { ios: 'Add › Add Podcast Manually › Feed' },
  },
  icatcher: {
    source: podlove,
    checked,
    confidence: 'B',
    note: 'The place to paste was not found.',
    store: appStore(414419105),
  },
  rssradio: {
    source: podlove,
    checked,
    confidence: 'B',
    note: 'The two releases name different store entries: this is the newer. The place to paste was not found.',
    store: appStore(386600664),
  },
  castamatic: {
    source: 'https://github.com/hbmartin/ios-podcast-player-comparison (2026-07)',
    checked,
    confidence: 'C',
    note: 'The place to paste was not found.',
    store: appStore(966632553),
  },
  'podcast-guru': {
    source: linkBuilders,
    checked,
    confidence: 'C',
    note: 'No link is known for its desktop version. Its Android store entry and the place to paste were not found.',
    store: { ios: appStore(1535235039) },
  },
  'player-fm': {
    source: 'One list of app links in a public repository',
    checked,
    confidence: 'C',
    note: 'Its server fetches the feed. Its web form, which others link to, puts the feed URL into its logs.',
    store: { ios: appStore(940568467), android: playStore('fm.player') },
  },
  gpodder: {
    source:
      'https://github.com/gpodder/gpodder: src/gpodder/gtkui/main.py, ' +
      'share/applications/gpodder-url-handler.desktop (2025-12-27)',
    checked,
    confidence: 'A',
    note: 'gpodder:// becomes http. No registration of the scheme for Windows was found in its source.',
    store: 'https://gpodder.github.io/',
    paste: 'Subscriptions › Add podcast via URL',
  },
  kasts: {
    source: 'https://github.com/KDE/kasts: src/main.cpp, src/qml/AddFeedSheet.qml (2026-08-07)',
    checked,
    confidence: 'A',
    note: 'It registers no scheme; a terminal can say kasts --add.',
    store: {
      linux: 'https://flathub.org/apps/details/org.kde.kasts',
      windows: 'https://cdn.kde.org/ci-builds/multimedia/kasts/',
    },
    paste: 'Add Podcast… › Url',
  },
  podverse: {
    source: 'https://github.com/podverse/podverse-rn: src/screens/MoreScreen.tsx (2024-08-08)',
    checked,
    confidence: 'A',
    note: 'No link that takes a feed was found in its source.',
    store: { ios: appStore(1390888454), android: playStore('com.podverse') },
    paste: 'More › Add RSS feed',
  },
  fountain: {
    source: linkBuilders,
    checked,
    confidence: 'C',
    note: 'No link that takes a feed is known. Its App Store entry and the place to paste were not found.',
    store: { android: playStore('fm.fountain.apps') },
  },
  anytimeplayer: {
    source:
      'https://github.com/amugofjava/anytime_podcast_player: lib/ui/anytime_podcast_app.dart (2026-04-22)',
    checked,
    confidence: 'A',
    note: 'No link that takes a feed was found in its source.',
    store: { ios: appStore(1582300839), android: playStore('uk.me.amugofjava.anytime') },
    paste: '⋮ › Add RSS Feed',
  },
  truefans: {
    source: linkBuilders,
    checked,
    confidence: 'C',
    note: 'A web app. No link that takes a feed, and no place to paste one, was found.',
  },
  spotify: {
    source: 'The parser’s externalIds.spotifyId',
    checked,
    confidence: 'A',
    note: 'Takes no feed: the member links an account where the publisher offers it.',
    store: { ios: appStore(324684580), android: playStore('com.spotify.music') },
  },
  'youtube-music': {
    source: 'https://podnews.net/article/youtube-music-rss',
    checked,
    confidence: 'B',
    note: 'Hands the feed URL to its server. The place to paste was not found in English.',
    store: {
      ios: appStore(1017492454),
      android: playStore('com.google.android.apps.youtube.music'),
    },
  },
  castbox: {
    source: 'https://pod2mob.com/podcast-app-exposes-subscriber-only-shows/ (2021)',
    checked,
    confidence: 'C',
    note: 'Subscriber-only shows turned up in its public search. No link that takes a feed is known.',
    store: {
      ios: appStore(1243410543),
      android: playStore('fm.castbox.audiobook.radio.podcast'),
    },
  },
};
