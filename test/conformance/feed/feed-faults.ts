/** Feeds that are wrong in one thing each: at least one for every case. */
import { MEMBER, PATH, SECRET, type FeedFault, type HostAnswer, type Visit } from './feed-host.js';

const isFeed = ({ url }: Visit) => url.pathname.startsWith('/feeds/');
const isSecondRecording = ({ url }: Visit) => url.pathname === '/audio/2.mp3';
const isOtherSecret = (visit: Visit) => isFeed(visit) && visit.url.pathname !== PATH;
const isHead = ({ request }: Visit) => request.method === 'HEAD';
const isConditional = (visit: Visit) =>
  isFeed(visit) && visit.request.headers['if-none-match'] !== undefined;
const isRecording = ({ url }: Visit) => url.pathname.startsWith('/audio/');

/** Changes the answer to some requests. */
const answering = (when: (visit: Visit) => boolean, change: Partial<HostAnswer>) => ({
  answer(visit: Visit) {
    if (when(visit)) Object.assign(visit.answer, change);
  },
});
/** Changes a header of the answer with the feed. */
const header = (name: string, value: string | undefined) => ({
  answer(visit: Visit) {
    if (isFeed(visit)) visit.answer.headers[name] = value;
  },
});
const replace = (from: string | RegExp, to: string) => ({
  xml: (xml: string) => xml.replace(from, () => to),
});

const OTHER_SECRET = 'Zz9yX8wV7uT6sR5qP4oN3m';
const OLD_PATH = `/feeds/${OTHER_SECRET}/show_private.rss`;

const redirect =
  (status: number) =>
  ({ url, answer }: Visit) => {
    if (url.pathname === OLD_PATH) Object.assign(answer, { status, headers: { location: PATH } });
  };

export const feedFaults: [
  id: string,
  verdict: 'fail' | 'deviates',
  what: string,
  fault: FeedFault,
][] = [
  ['feed-2', 'fail', 'asks for a log-in', answering(() => true, { status: 401, body: 'Log in' })],
  [
    'feed-3',
    'fail',
    'has moved for ever to another link',
    { link: OLD_PATH, answer: redirect(301) },
  ],
  ['feed-3', 'deviates', 'is at another link for now', { link: OLD_PATH, answer: redirect(302) }],
  ['feed-4', 'deviates', 'does not know HEAD', answering(isHead, { status: 405 })],
  ['feed-4', 'fail', 'fails at HEAD', answering(isHead, { status: 500 })],
  ['feed-5', 'fail', 'has a number for a secret', { path: '/feeds/4711/show.rss' }],
  ['feed-5', 'deviates', 'has a short secret', { path: '/feeds/a8f3K2m9Q4z7/show.rss' }],
  [
    'feed-6',
    'fail',
    'answers any secret',
    answering(isOtherSecret, { status: 200, body: 'anything' }),
  ],
  [
    'feed-6',
    'deviates',
    'asks for a log-in at another secret',
    answering(isOtherSecret, { status: 401 }),
  ],
  ['feed-7', 'fail', 'says that it is HTML', header('content-type', 'text/html; charset=utf-8')],
  ['feed-7', 'deviates', 'says only that it is XML', header('content-type', 'text/xml')],
  ['feed-8', 'fail', 'lets shared caches keep it', header('cache-control', 'public, max-age=300')],
  ['feed-8', 'deviates', 'says nothing of caches', header('cache-control', undefined)],
  [
    'feed-8',
    'deviates',
    'lets every cache keep it for no time',
    header('cache-control', 'no-cache, max-age=0, s-maxage=0'),
  ],
  ['feed-9', 'deviates', 'may be listed by search engines', header('x-robots-tag', undefined)],
  ['feed-10', 'deviates', 'has no ETag', header('etag', undefined)],
  [
    'feed-11',
    'deviates',
    'has another ETag at every read',
    {
      answer(visit) {
        if (visit.answer.status === 200) visit.answer.headers.etag = `"read-${visit.reads}"`;
      },
    },
  ],
  [
    'feed-12',
    'fail',
    'says to every condition that nothing changed',
    answering(isConditional, { status: 304, body: '' }),
  ],
  [
    'feed-13',
    'deviates',
    'is very large',
    replace('</channel>', `<!-- ${'x'.repeat(10 * 1024 * 1024)} --></channel>`),
  ],
  ['feed-14', 'fail', 'has a bare ampersand', replace('&amp;', '&')],
  ['feed-14', 'fail', 'is cut off', { xml: (xml) => xml.slice(0, -40) }],
  [
    'feed-14',
    'fail',
    'has a prefix without a namespace',
    replace('<language>', '<dc:date>2026</dc:date><language>'),
  ],
  [
    'feed-14',
    'fail',
    'is not in its encoding',
    header('content-type', 'application/rss+xml; charset=utf-16'),
  ],
  [
    'feed-14',
    'fail',
    'has bytes that are no UTF-8',
    {
      ...replace('Members’ show', 'Café'),
      answer({ answer }) {
        answer.body = Buffer.from(String(answer.body), 'latin1');
      },
    },
  ],
  [
    'feed-15',
    'fail',
    'has a document type',
    replace('<rss', '<!DOCTYPE rss [<!ENTITY a "b">]>\n<rss'),
  ],
  [
    'feed-16',
    'fail',
    'is Atom',
    { xml: () => '<feed xmlns="http://www.w3.org/2005/Atom"><title>Show</title></feed>' },
  ],
  ['feed-16', 'deviates', 'has no version', replace(' version="2.0"', '')],
  ['feed-17', 'fail', 'has no title', replace('<title>Members’ show</title>', '<title> </title>')],
  [
    'feed-18',
    'fail',
    'does not block directories',
    replace('<itunes:block>Yes</itunes:block>', ''),
  ],
  ['feed-18', 'deviates', 'blocks in lower case', replace('>Yes<', '>yes<')],
  [
    'feed-22',
    'deviates',
    'asks for mail in the title of an episode',
    replace('Episode 2', 'Write to hello@show.example'),
  ],
  ['feed-19', 'deviates', 'is not locked', replace('>yes<', '>no<')],
  [
    'feed-20',
    'fail',
    'links to itself',
    replace(
      '<language>',
      `<atom:link rel="self" href="https://feeds.example.org${PATH}"/><language>`,
    ),
  ],
  [
    'feed-20',
    'deviates',
    'has its key in the URLs of recordings',
    { xml: (xml) => xml.replaceAll('.mp3"', `.mp3?k=${SECRET}"`) },
  ],
  [
    'feed-21',
    'fail',
    'hands the new link over',
    replace(
      '<language>',
      `<itunes:new-feed-url>https://feeds.example.org/${OTHER_SECRET}</itunes:new-feed-url><language>`,
    ),
  ],
  ['feed-22', 'fail', 'names the member', replace('For members', `For ${MEMBER}`)],
  [
    'feed-22',
    'deviates',
    'has an address in its title',
    replace('Members’ show', 'Show of someone@example.net'),
  ],
  ['feed-23', 'fail', 'has no episodes', replace(/<item>[^]*<\/item>/, '')],
  ['feed-24', 'fail', 'has an episode without a title', replace('<title>Episode 2</title>', '')],
  [
    'feed-25',
    'fail',
    'has an episode without a GUID',
    replace('<guid isPermaLink="false">episode-2</guid>', ''),
  ],
  [
    'feed-26',
    'fail',
    'has two episodes of one GUID',
    {
      xml: (xml) =>
        xml.replace('episode-2', 'episode-1').replaceAll(/\/audio\/\d\.mp3/g, '/audio/1.mp3'),
    },
  ],
  ['feed-27', 'fail', 'has an episode without a date', replace(/<pubDate>[^<]*<\/pubDate>/, '')],
  [
    'feed-27',
    'deviates',
    'has a date as ISO 8601 writes it',
    replace(/Mon, 03 Nov[^<]*/, '2026-11-03T06:00:00Z'),
  ],
  ['feed-28', 'fail', 'has an episode without an enclosure', replace(/<enclosure[^>]*>/, '')],
  ['feed-29', 'fail', 'has an enclosure without a media type', replace(' type="audio/mpeg"', '')],
  ['feed-30', 'fail', 'has an enclosure without a length', replace(' length="30240"', '')],
  ['feed-30', 'deviates', 'has an enclosure of zero bytes', replace('"30240"', '"0"')],
  [
    'feed-31',
    'fail',
    'has a relative recording URL',
    replace(/"http:\/\/[^"]*3\.mp3"/, '"/audio/3.mp3"'),
  ],
  [
    'feed-32',
    'fail',
    'has a recording that is gone',
    answering(isSecondRecording, { status: 404 }),
  ],
  [
    'feed-33',
    'fail',
    'has recordings that are pages',
    answering(isRecording, { headers: { 'content-type': 'text/html' } }),
  ],
  [
    'feed-34',
    'fail',
    'has a host that takes no byte ranges',
    answering(isRecording, { status: 200 }),
  ],
  [
    'feed-35',
    'fail',
    'makes new GUIDs at every read',
    { xml: (xml, { reads }) => xml.replaceAll('>episode-', `>read-${reads}-episode-`) },
  ],
  [
    'feed-36',
    'fail',
    'has a clock in its recording URLs',
    { xml: (xml, { reads }) => xml.replaceAll('.mp3"', `.mp3?t=${reads}"`) },
  ],
  [
    'feed-37',
    'fail',
    'has recording URLs that expire',
    { xml: (xml) => xml.replaceAll('.mp3"', '.mp3?Expires=1796083200&amp;Signature=abc"') },
  ],
  [
    'feed-38',
    'deviates',
    'says nothing of other directories',
    replace(/<podcast:block>.*<.podcast:block>/, ''),
  ],
  [
    'feed-38',
    'deviates',
    'blocks one directory alone',
    replace('<podcast:block>', '<podcast:block id="google">'),
  ],
  [
    'feed-39',
    'deviates',
    'has a GUID of the show',
    replace(
      '<language>',
      '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid><language>',
    ),
  ],
  [
    'feed-40',
    'deviates',
    'verifies its owner',
    replace('<language>', '<podcast:txt purpose="verify">S6lpp-7ZCn8</podcast:txt><language>'),
  ],
  [
    'feed-40',
    'deviates',
    'verifies its owner for Apple',
    replace(
      '<language>',
      '<itunes:applepodcastsverify>2d29</itunes:applepodcastsverify><language>',
    ),
  ],
];

const MODIFIED = 'Mon, 02 Nov 2026 06:00:00 GMT';

/** Feeds that are as good as the usual one, and made otherwise. */
export const otherGoodFeeds: [what: string, feed: FeedFault][] = [
  ['lets no cache keep it', header('cache-control', 'no-store')],
  [
    'has a date and no ETag',
    {
      answer(visit) {
        const { answer, request } = visit;
        if (isFeed(visit)) answer.headers.etag = undefined;
        if (answer.status !== 200 || !isFeed(visit)) return;
        answer.headers['last-modified'] = MODIFIED;
        if (request.headers['if-modified-since'] === MODIFIED) {
          Object.assign(answer, { status: 304, body: '' });
        }
      },
    },
  ],
];

/** The secrets that no result may hold. */
export const canaries = [SECRET, MEMBER, OTHER_SECRET, 'someone@example.net', 'Signature=abc'];
