/** Feeds that are wrong in one thing each: at least one for every case. */
import { MEMBER, PATH, SECRET, type FeedFault, type Visit } from './feed-host.js';

const isFeed = ({ url }: Visit) => url.pathname.startsWith('/feeds/');
const isRecording = ({ url }: Visit) => url.pathname.startsWith('/audio/');

/** Changes the answer with the feed. */
const header =
  (name: string, value: string | undefined) =>
  ({ answer, ...visit }: Visit) => {
    if (isFeed({ answer, ...visit })) answer.headers[name] = value;
  };
const replace = (from: string | RegExp, to: string) => (xml: string) => xml.replace(from, () => to);

const OTHER_SECRET = 'Zz9yX8wV7uT6sR5qP4oN3m';
const OLD_PATH = `/feeds/${OTHER_SECRET}/show_private.rss`;

const redirect =
  (status: number) =>
  ({ url, answer }: Visit) => {
    if (url.pathname === OLD_PATH) Object.assign(answer, { status, headers: { location: PATH } });
  };

export const feedFaults: FeedFault[] = [
  {
    id: 'feed-2',
    verdict: 'fail',
    what: 'asks for a log-in',
    answer: ({ answer }) => Object.assign(answer, { status: 401, body: 'Log in' }),
  },
  {
    id: 'feed-3',
    verdict: 'fail',
    what: 'has moved for ever to another link',
    link: OLD_PATH,
    answer: redirect(301),
  },
  {
    id: 'feed-3',
    verdict: 'deviates',
    what: 'is at another link for now',
    link: OLD_PATH,
    answer: redirect(302),
  },
  {
    id: 'feed-4',
    verdict: 'deviates',
    what: 'does not know HEAD',
    answer: ({ request, answer }) => {
      if (request.method === 'HEAD') answer.status = 405;
    },
  },
  {
    id: 'feed-4',
    verdict: 'fail',
    what: 'fails at HEAD',
    answer: ({ request, answer }) => {
      if (request.method === 'HEAD') answer.status = 500;
    },
  },
  {
    id: 'feed-5',
    verdict: 'fail',
    what: 'has a number for a secret',
    path: '/feeds/4711/show.rss',
  },
  {
    id: 'feed-5',
    verdict: 'deviates',
    what: 'has a short secret',
    path: '/feeds/a8f3K2m9Q4z7/show.rss',
  },
  {
    id: 'feed-6',
    verdict: 'fail',
    what: 'answers any secret',
    answer(visit) {
      const { url, answer } = visit;
      if (isFeed(visit) && url.pathname !== PATH) {
        Object.assign(answer, { status: 200, body: 'anything' });
      }
    },
  },
  {
    id: 'feed-6',
    verdict: 'deviates',
    what: 'asks for a log-in at another secret',
    answer(visit) {
      if (isFeed(visit) && visit.url.pathname !== PATH) visit.answer.status = 401;
    },
  },
  {
    id: 'feed-7',
    verdict: 'fail',
    what: 'says that it is HTML',
    answer: header('content-type', 'text/html; charset=utf-8'),
  },
  {
    id: 'feed-7',
    verdict: 'deviates',
    what: 'says only that it is XML',
    answer: header('content-type', 'text/xml; charset=utf-8'),
  },
  {
    id: 'feed-8',
    verdict: 'fail',
    what: 'lets shared caches keep it',
    answer: header('cache-control', 'public, max-age=300'),
  },
  {
    id: 'feed-8',
    verdict: 'deviates',
    what: 'says nothing of caches',
    answer: header('cache-control', undefined),
  },
  {
    id: 'feed-8',
    verdict: 'deviates',
    what: 'lets every cache keep it for no time',
    answer: header('cache-control', 'no-cache, max-age=0, s-maxage=0'),
  },
  {
    id: 'feed-9',
    verdict: 'deviates',
    what: 'may be listed by search engines',
    answer: header('x-robots-tag', undefined),
  },
  { id: 'feed-10', verdict: 'deviates', what: 'has no ETag', answer: header('etag', undefined) },
  {
    id: 'feed-11',
    verdict: 'deviates',
    what: 'has another ETag at every read',
    answer(visit) {
      if (visit.answer.status === 200) header('etag', `"read-${visit.reads}"`)(visit);
    },
  },
  {
    id: 'feed-12',
    verdict: 'fail',
    what: 'says to every condition that nothing changed',
    answer(visit) {
      if (!isFeed(visit) || visit.request.headers['if-none-match'] === undefined) return;
      Object.assign(visit.answer, { status: 304, body: '' });
    },
  },
  {
    id: 'feed-13',
    verdict: 'deviates',
    what: 'is very large',
    xml: replace('</channel>', `<!-- ${'x'.repeat(10 * 1024 * 1024)} --></channel>`),
  },
  { id: 'feed-14', verdict: 'fail', what: 'has a bare ampersand', xml: replace('&amp;', '&') },
  { id: 'feed-14', verdict: 'fail', what: 'is cut off', xml: (xml) => xml.slice(0, -40) },
  {
    id: 'feed-14',
    verdict: 'fail',
    what: 'has a prefix without a namespace',
    xml: replace('<language>', '<dc:date>2026</dc:date><language>'),
  },
  {
    id: 'feed-14',
    verdict: 'fail',
    what: 'is not in its encoding',
    answer: header('content-type', 'application/rss+xml; charset=utf-16'),
  },
  {
    id: 'feed-14',
    verdict: 'fail',
    what: 'has bytes that are no UTF-8',
    xml: replace('Members’ show', 'Café'),
    answer({ answer }) {
      answer.body = Buffer.from(String(answer.body), 'latin1');
    },
  },
  {
    id: 'feed-15',
    verdict: 'fail',
    what: 'has a document type',
    xml: replace('<rss', '<!DOCTYPE rss [<!ENTITY a "b">]>\n<rss'),
  },
  {
    id: 'feed-16',
    verdict: 'fail',
    what: 'is Atom',
    xml: () => '<feed xmlns="http://www.w3.org/2005/Atom"><title>Show</title></feed>',
  },
  {
    id: 'feed-16',
    verdict: 'deviates',
    what: 'has no version',
    xml: replace(' version="2.0"', ''),
  },
  {
    id: 'feed-17',
    verdict: 'fail',
    what: 'has no title',
    xml: replace('<title>Members’ show</title>', '<title> </title>'),
  },
  {
    id: 'feed-18',
    verdict: 'fail',
    what: 'does not block directories',
    xml: replace('<itunes:block>Yes</itunes:block>', ''),
  },
  {
    id: 'feed-18',
    verdict: 'deviates',
    what: 'blocks in lower case',
    xml: replace('>Yes<', '>yes<'),
  },
  {
    id: 'feed-22',
    verdict: 'deviates',
    what: 'asks for mail in the title of an episode',
    xml: replace('Episode 2', 'Write to hello@show.example'),
  },
  { id: 'feed-19', verdict: 'deviates', what: 'is not locked', xml: replace('>yes<', '>no<') },
  {
    id: 'feed-20',
    verdict: 'fail',
    what: 'links to itself',
    xml: replace(
      '<language>',
      `<atom:link rel="self" href="https://feeds.example.org${PATH}"/><language>`,
    ),
  },
  {
    id: 'feed-20',
    verdict: 'deviates',
    what: 'has its key in the URLs of recordings',
    xml: (xml) => xml.replaceAll('.mp3"', `.mp3?k=${SECRET}"`),
  },
  {
    id: 'feed-21',
    verdict: 'fail',
    what: 'hands the new link over',
    xml: replace(
      '<language>',
      `<itunes:new-feed-url>https://feeds.example.org/${OTHER_SECRET}</itunes:new-feed-url><language>`,
    ),
  },
  {
    id: 'feed-22',
    verdict: 'fail',
    what: 'names the member',
    xml: replace('For members', `For ${MEMBER}`),
  },
  {
    id: 'feed-22',
    verdict: 'deviates',
    what: 'has an address in its title',
    xml: replace('Members’ show', 'Show of someone@example.net'),
  },
  {
    id: 'feed-23',
    verdict: 'fail',
    what: 'has no episodes',
    xml: replace(/<item>[^]*<\/item>/, ''),
  },
  {
    id: 'feed-24',
    verdict: 'fail',
    what: 'has an episode without a title',
    xml: replace('<title>Episode 2</title>', ''),
  },
  {
    id: 'feed-25',
    verdict: 'fail',
    what: 'has an episode without a GUID',
    xml: replace('<guid isPermaLink="false">episode-2</guid>', ''),
  },
  {
    id: 'feed-26',
    verdict: 'fail',
    what: 'has two episodes of one GUID',
    xml: (xml) =>
      xml.replace('episode-2', 'episode-1').replaceAll(/\/audio\/\d\.mp3/g, '/audio/1.mp3'),
  },
  {
    id: 'feed-27',
    verdict: 'fail',
    what: 'has an episode without a date',
    xml: replace(/<pubDate>[^<]*<\/pubDate>/, ''),
  },
  {
    id: 'feed-27',
    verdict: 'deviates',
    what: 'has a date as ISO 8601 writes it',
    xml: replace(/Mon, 03 Nov[^<]*/, '2026-11-03T06:00:00Z'),
  },
  {
    id: 'feed-28',
    verdict: 'fail',
    what: 'has an episode without an enclosure',
    xml: replace(/<enclosure[^>]*>/, ''),
  },
  {
    id: 'feed-29',
    verdict: 'fail',
    what: 'has an enclosure without a media type',
    xml: replace(' type="audio/mpeg"', ''),
  },
  {
    id: 'feed-30',
    verdict: 'fail',
    what: 'has an enclosure without a length',
    xml: replace(' length="30240"', ''),
  },
  {
    id: 'feed-30',
    verdict: 'deviates',
    what: 'has an enclosure of zero bytes',
    xml: replace('"30240"', '"0"'),
  },
  {
    id: 'feed-31',
    verdict: 'fail',
    what: 'has a relative recording URL',
    xml: replace(/"http:\/\/[^"]*3\.mp3"/, '"/audio/3.mp3"'),
  },
  {
    id: 'feed-32',
    verdict: 'fail',
    what: 'has a recording that is gone',
    answer(visit) {
      if (visit.url.pathname === '/audio/2.mp3') visit.answer.status = 404;
    },
  },
  {
    id: 'feed-33',
    verdict: 'fail',
    what: 'has recordings that are pages',
    answer(visit) {
      if (isRecording(visit)) visit.answer.headers['content-type'] = 'text/html';
    },
  },
  {
    id: 'feed-34',
    verdict: 'fail',
    what: 'has a host that takes no byte ranges',
    answer(visit) {
      if (isRecording(visit)) visit.answer.status = 200;
    },
  },
  {
    id: 'feed-35',
    verdict: 'fail',
    what: 'makes new GUIDs at every read',
    xml: (xml, { reads }) => xml.replaceAll('>episode-', `>read-${reads}-episode-`),
  },
  {
    id: 'feed-36',
    verdict: 'fail',
    what: 'has a clock in its recording URLs',
    xml: (xml, { reads }) => xml.replaceAll('.mp3"', `.mp3?t=${reads}"`),
  },
  {
    id: 'feed-37',
    verdict: 'fail',
    what: 'has recording URLs that expire',
    xml: (xml) => xml.replaceAll('.mp3"', '.mp3?Expires=1796083200&amp;Signature=abc"'),
  },
];

const MODIFIED = 'Mon, 02 Nov 2026 06:00:00 GMT';

/** Feeds that are as good as the usual one, and made otherwise. */
export const otherGoodFeeds: Pick<FeedFault, 'what' | 'answer'>[] = [
  { what: 'lets no cache keep it', answer: header('cache-control', 'no-store') },
  {
    what: 'has a date and no ETag',
    answer(visit) {
      const { answer, request } = visit;
      header('etag', undefined)(visit);
      if (answer.status !== 200) return;
      header('last-modified', MODIFIED)(visit);
      if (isFeed(visit) && request.headers['if-modified-since'] === MODIFIED) {
        Object.assign(answer, { status: 304, body: '' });
      }
    },
  },
];

/** The secrets that no result may hold. */
export const canaries = [SECRET, MEMBER, OTHER_SECRET, 'someone@example.net', 'Signature=abc'];
