/**
 * Which app fetched a feed, by the `User-Agent` of its request. Sources: opawg/podcast-rss-useragents
 * (`src/rss-ua.json`, 2025-09-29) and, for apps that are missing there, opawg/user-agents-v2
 * (`src/apps.json`, 2026-08-06). The header can be anything, so the result is only a hint.
 */
import { apps } from '../../apps/apps.js';

/** Characters of a header that are read. Real ones name the app at the start. */
const MAX_USER_AGENT_LENGTH = 512;

/**
 * Never a member's app: directories, crawlers, link previews, and command-line tools. Browsers need
 * no entry, because they match no row below.
 */
const NO_APP =
  /iTMS|itms|CastFeedValidator|Podcastindex\.org\/|PodcastIndex\.org|PodnewsBot|Podmonbot\/|PodscanBot\/|Slackbot|WhatsApp|facebookexternalhit|Twitterbot|TelegramBot|Discordbot|bingbot\/|YandexBot\/|AhrefsBot|SemrushBot|PetalBot|DataForSeoBot|ZoominfoBot|curl\/|Wget\/|python-requests|private-podcast-(?:service|subscribe)/;

/**
 * All that is told apart, each by its place here: the bits of a link's `apps` in the database. Add new ones
 * at the end, and never take one out.
 */
const fetchers = [
  'overcast',
  'pocket-casts',
  'castro',
  'antennapod',
  'podcast-addict',
  'podcast-republic',
  'podkicker',
  'downcast',
  'icatcher',
  'rssradio',
  'castamatic',
  'podcast-guru',
  'player-fm',
  'gpodder',
  'kasts',
  'podverse',
  'fountain',
  'anytimeplayer',
  'truefans',
  'castbox',
  'spotify',
  'youtube-music',
  'apple-podcasts',
  'Feedly',
  'Inoreader',
  'Newsboat',
] as const;

type Fetcher = (typeof fetchers)[number];

/** Apps by the id of the app table. The first row that matches counts, and case matters. */
const appPatterns: readonly (readonly [id: Fetcher, pattern: RegExp])[] = [
  ['overcast', /Overcast\//],
  ['pocket-casts', /PocketCasts\/|^Pocket Casts/],
  ['castro', /Tentacles|^Castro[/ ]/],
  ['antennapod', /AntennaPod\//],
  ['podcast-addict', /PodcastAddict\/|^Podcast.*Addict\//],
  ['podcast-republic', /PodcastRepublic\//],
  ['podkicker', /Podkicker/],
  ['downcast', /Downcast\//],
  ['icatcher', /iCatcher|^icatcher/],
  ['rssradio', /RSSRadio/],
  ['castamatic', /Castamatic\//],
  ['podcast-guru', /Podcast Guru|PodcastGuru/],
  ['player-fm', /PlayerFM\/1\.0 Podcast Sync|^Player FM/],
  ['gpodder', /gPodder\//],
  ['kasts', /^Kasts\//],
  ['podverse', /Podverse\/Feed Parser|^[Pp]odverse\//],
  ['fountain', /^Fountain/],
  ['anytimeplayer', /anytime_podcast_player|^Anytime\/.*amugofjava/],
  ['truefans', /^TrueFans/],
  ['castbox', /CastboxFeedParser|CastBox|^Castbox/],
  ['spotify', /Spotify\//],
  ['youtube-music', /Googlebot|GoogleOther|youtube\.music\//],
  // Apple's app sends its name in the language of the device. In another app's name it follows a letter.
  [
    'apple-podcasts',
    /(?<!\p{L})(?:Podcasts|Balados|Podcasti|Podcastit|Podcasturi|Podcasty|Podcast’ler|Podkaster|Podcaster|Podcast|Podcastok|Подкасти|Подкасты|פודקאסטים|البودكاست|पॉडकास्ट|พ็อดคาสท์|播客|팟캐스트)\//u,
  ],
];

/** Feed readers that can hold a podcast. The app table does not have them. */
const readerPatterns: readonly (readonly [name: Fetcher, pattern: RegExp])[] = [
  ['Feedly', /Feedly/],
  ['Inoreader', /inoreader\.com/],
  ['Newsboat', /newsboat/],
];

/** Node reads a header as Latin-1, but apps send their name in UTF-8 or percent-encoded. */
function readHeader(header: string): string {
  const text = header.slice(0, MAX_USER_AGENT_LENGTH);
  const utf8 = Buffer.from(text, 'latin1').toString('utf8');
  const decoded = utf8.includes('\ufffd') ? text : utf8;
  try {
    return decodeURIComponent(decoded);
  } catch {
    return decoded;
  }
}

/** The id of the app, or the name of the feed reader, to store. Undefined if no app fetched. */
export function feedFetcher(userAgent: string | undefined): string | undefined {
  const text = readHeader(userAgent ?? '');
  if (NO_APP.test(text)) return undefined;
  return [...appPatterns, ...readerPatterns].find(([, pattern]) => pattern.test(text))?.[0];
}

/** The number of what {@link feedFetcher} gives, from 0 to 31. */
export const fetcherNumber = (fetcher: string): number =>
  (fetchers as readonly string[]).indexOf(fetcher);

/** The id, if the app table has it, and the name of what is stored. */
export function nameFetcher(fetcher: string): { app?: string; name: string } {
  const app = apps.find(({ id }) => id === fetcher);
  return app ? { app: app.id, name: app.name } : { name: fetcher };
}
