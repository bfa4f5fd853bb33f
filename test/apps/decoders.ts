/**
 * Each decoder reads a link as the app does. It is written from the app's own rule (its source code
 * if that is open, else lists of app links), not from our templates.
 */
import type { Platform } from '../../src/apps.js';

type Decoder = (link: string) => string;

/** The rest of a link after the prefix it must have. */
function after(prefix: string, link: string): string {
  if (!link.startsWith(prefix)) throw new Error(`the app is not called: no ${prefix}`);
  return link.slice(prefix.length);
}

/** The app takes what follows as a URL and fetches it over TLS. */
const overTls =
  (prefix: string): Decoder =>
  (link) =>
    `https://${after(prefix, link)}`;

/** The value of a query parameter, percent-decoded; up to the next `&` or the fragment. */
function parameter(name: string, link: string): string {
  const value = new RegExp(`[?&]${name}=([^&#]*)`).exec(link)?.[1];
  if (value === undefined) throw new Error(`no ${name} in the link`);
  return value;
}

/** https://github.com/AntennaPod/AntennaPod, UrlChecker.prepareUrl */
function antennaPod(link: string): string {
  const url = link.trim();
  for (const prefix of ['feed://', 'pcast://', 'pcast:', 'itpc://', 'antennapod-subscribe://']) {
    if (url.toLowerCase().startsWith(prefix)) return antennaPod(url.slice(prefix.length));
  }
  return /^https?:\/\//i.test(url) ? url : `http://${url}`;
}

/** https://github.com/Automattic/pocket-casts-android, DeepLinkFactory.PodloveAdapter */
function pocketCastsAndroid(link: string): string {
  const [, host, rest] = /^pktc:\/\/(subscribe|subscribehttps)\/(.{3,})$/.exec(link) ?? [];
  if (!host || !rest) throw new Error('the app does not know this link');
  return `${host === 'subscribe' ? 'http' : 'https'}://${rest}`;
}

/** https://github.com/Automattic/pocket-casts-ios, route /subscribe/* */
function pocketCastsIos(link: string): string {
  const url = after('pktc://subscribe/', link);
  return /^https?:\/\//.test(url) ? url : `http://${url}`;
}

/** https://github.com/gpodder/gpodder, subscribe_to_url, and normalize_feed_url for a missing scheme */
function gPodder(link: string): string {
  const url = after('gpodder:', link).replace(/^\/+/, '');
  return url.includes('://') ? url : `http://${url}`;
}

/** https://podnews.net/article/youtube-music-rss */
function youTubeMusic(link: string): string {
  after('https://music.youtube.com/library/podcasts?', link);
  const value = parameter('addrssfeed', link);
  if (!/^[\w-]+$/.test(value)) throw new Error('not base64url');
  return atob(value.replaceAll('-', '+').replaceAll('_', '/'));
}

const decoders: Readonly<Record<string, Decoder>> = {
  'apple-podcasts': overTls('podcast://'),
  overcast: (link) =>
    decodeURIComponent(parameter('url', after('overcast://x-callback-url/add', link))),
  antennapod: antennaPod,
  'podcast-addict': overTls('podcastaddict://'),
  'pocket-casts ios': pocketCastsIos,
  'pocket-casts android': pocketCastsAndroid,
  castro: overTls('castros://subscribe/'),
  'podcast-republic': overTls('podcastrepublic://subscribe/'),
  podkicker: overTls('podkicker://subscribe/'),
  downcast: overTls('downcast://'),
  icatcher: overTls('icatcher://'),
  rssradio: overTls('rssradio://'),
  castamatic: overTls('castamatic://'),
  'podcast-guru': overTls('podcastguru://'),
  'player-fm': overTls('playerfm://'),
  gpodder: gPodder,
  'youtube-music': youTubeMusic,
};

/** Rules by which a link keeps the feed's scheme, so that a feed without TLS can be handed over too. */
export const keepsHttp: ReadonlySet<string> = new Set([
  'overcast',
  'antennapod',
  'pocket-casts ios',
  'gpodder',
  'youtube-music',
]);

/** The rule of an app on a platform, or `undefined` if no link hands it a feed. */
export function decoderOf(
  appId: string,
  platform: Platform,
): { rule: string; decode: Decoder } | undefined {
  const rule = [`${appId} ${platform}`, appId].find((key) => key in decoders);
  const decode = rule === undefined ? undefined : decoders[rule];
  return rule === undefined || !decode ? undefined : { rule, decode };
}
