import { decodeHTML } from 'entities';
import { describe, expect, it } from 'vitest';
import { readTokens, textEdits } from '../../../../src/service/feeds/rewrite/feed-tokens.js';
import { fillEnclosures } from '../../../../src/service/feeds/rewrite/fill-enclosures.js';
import { hideEnclosures } from '../../../../src/service/feeds/rewrite/hidden-enclosures.js';
import { splice } from '../../../../src/service/feeds/rewrite/splice.js';
import { expectLinear } from '../../../support/foreign-text/growth.js';

const feed = (inside: string) => `<rss><channel><title>T</title>${inside}</channel></rss>`;
const url = 'https://media.example/1.mp3';

function hide(xml: string) {
  const tokens = readTokens(xml);
  const enclosures = hideEnclosures(tokens);
  return { xml: splice(xml, textEdits(xml, tokens)), enclosures };
}

describe('hideEnclosures', () => {
  it.each([
    ['URLs in a text', (n: number) => feed(`<description>${`${url} `.repeat(n)}</description>`)],
    [
      'ends of a sentence',
      (n: number) => feed(`<item><enclosure url="${url}"/></item>//a${'.'.repeat(n)}`),
    ],
    ['schemes', (n: number) => feed(`<description>${'http://'.repeat(n)}</description>`)],
    ['recordings', (n: number) => feed(`<item><enclosure url="${url}"/></item>`.repeat(n))],
    [
      'escapes',
      (n: number) => feed(`<item><enclosure url="${url}"/>${'%2525&amp;amp;'.repeat(n)}</item>`),
    ],
    [
      'hosts',
      (n: number) =>
        feed(
          `<item><enclosure url="${url}"/>${'media.example/'.repeat(n)}${'m.'.repeat(n)}/</item>`,
        ),
    ],
    [
      'hosts of their own',
      (n: number) =>
        feed(
          Array.from({ length: n }, (_, i) => {
            const one = `https://a${i}.example/1.mp3`;
            return `<item><enclosure url="${one}"/><link>${one}</link></item>`;
          }).join(''),
        ),
    ],
    ['a long URL', (n: number) => feed(`<item><enclosure url="${url}${'/'.repeat(n)}"/></item>`)],
  ])('takes linear time for many %s', (_what, make) => {
    expectLinear(make, (xml) => [...fillEnclosures(Buffer.from(hide(xml).xml), (id) => id)]);
  });

  it.each(['https://media.example/', `${url}3`, 'https://media.example/1.mp3/notes'])(
    'leaves another URL in a text alone: %s',
    (other) => {
      const item = `<item><guid>g</guid><enclosure url="${url}"/><link>${other}</link></item>`;
      expect(hide(feed(item)).xml).toContain(`<link>${other}</link>`);
    },
  );

  it('keeps GUIDs apart that are one enclosure with different queries', () => {
    const items = [1, 2].map(
      (n) => `<item><guid>${url}?${n}</guid><enclosure url="${url}"/></item>`,
    );
    const guids = hide(feed(items.join(''))).xml.match(/(?<=<guid>)[^<]+/g)!;
    expect(new Set(guids).size).toBe(2);
    expect(guids.join(' ')).not.toContain('media.example');
  });

  it('leaves a feed without enclosures as it is', () => {
    const xml = feed('<item><title>&amp;</title><link>https://a.example/</link></item>');
    expect(hide(xml)).toEqual({ xml, enclosures: {} });
  });
});

/**
 * The feed as a person with patience reads it: everything that can be decoded is, again and again,
 * whatever it is for. It knows nothing of how the code looks for URLs.
 */
function decoded(feed: string): string {
  let text = feed;
  for (let before = ''; before !== text;) {
    before = text;
    text = decodeHTML(text)
      .replace(/(?:%[\da-f]{2})+/gi, (part) =>
        Buffer.from(part.replaceAll('%', ''), 'hex').toString(),
      )
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/[\\\t\n\r]|:(?:80|443)\b/g, '')
      .toLowerCase();
  }
  return text;
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const everyByte = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const everyLetter = (text: string) =>
  Array.from(text, (one) => `&#${one.codePointAt(0)};`).join('');

/** Recordings as feeds have them, with what nobody may find: host and path. */
const recordings: [name: string, url: string, secret: string][] = [
  ['plain', 'https://media.example/one.mp3', 'media.example/one.mp3'],
  [
    'with a blank',
    'https://media.example/my show/one two.mp3',
    'media.example/my show/one two.mp3',
  ],
  ['with an apostrophe', "https://media.example/don't-panic.mp3", "media.example/don't-panic.mp3"],
  ['with a query', 'https://media.example/one.mp3?a=1&b=2', 'media.example/one.mp3'],
  ['of a script', 'https://media.example/play?id=1&b=2', 'media.example/play?id=1&b=2'],
  ['with a port', 'https://media.example:8443/one.mp3', 'media.example:8443/one.mp3'],
  ['with its default port', 'https://media.example:443/one.mp3', 'media.example/one.mp3'],
  ['without a scheme', '//media.example/one.mp3', 'media.example/one.mp3'],
  ['in capitals', 'HTTPS://Media.Example/One.MP3', 'media.example/one.mp3'],
  ['in Polish', 'https://media.example/żółw.mp3', 'media.example/żółw.mp3'],
  [
    'in Japanese, encoded',
    'https://media.example/%E7%AC%AC1%E5%9B%9E.mp3',
    'media.example/第1回.mp3',
  ],
  ['of a host in Unicode', 'https://bücher.example/one.mp3', 'bücher.example/one.mp3'],
  ['behind a prefix', 'https://op3.example/e/media.example/one.mp3', 'media.example/one.mp3'],
  [
    'behind two',
    'https://a.example/x.mp3/https://b.example/e/media.example/one.mp3',
    'media.example/one.mp3',
  ],
  [
    'in a query',
    'https://a.example/play?u=https%3A%2F%2Fmedia.example%2Fone.mp3',
    'media.example/one.mp3',
  ],
  [
    'longer than any',
    `https://media.example/${'long/'.repeat(400)}one.mp3`,
    'media.example/long/long',
  ],
];

/** How a text may write a URL. */
const writings: [name: string, write: (url: string) => string][] = [
  ['itself', (url) => url],
  ['in a sentence', (url) => `Listen: ${url}. Or (${url}), or "${url}"!`],
  ['in Markdown', (url) => `[one](${url}) _${url}_ <${url}>`],
  [
    'in HTML',
    (url) => `<a href="${escapeXml(url)}">Listen</a><img src='${url.replaceAll("'", '%27')}'>`,
  ],
  ['in escaped HTML', (url) => escapeXml(`<a href="${escapeXml(url)}">Listen</a>`)],
  ['as a number for each letter', everyLetter],
  ['with http', (url) => url.replace(/^https?:/i, 'http:')],
  ['without a scheme', (url) => url.replace(/^https?:/i, '')],
  ['without a scheme and slashes', (url) => `see ${url.replace(/^(?:https?:)?\/\//i, '')}, or not`],
  ['after Japanese', (url) => `聞く${url.replace(/^(?:https?:)?\/\//i, '')}を聞く`],
  ['encoded', (url) => encodeURI(url)],
  ['in a query', (url) => `https://share.example/?u=${encodeURIComponent(url)}&t=One`],
  [
    'in a query of a query',
    (url) =>
      `https://a.example/?u=${encodeURIComponent(`https://b.example/?u=${encodeURIComponent(url)}`)}`,
  ],
  ['with every byte encoded', everyByte],
  ['behind a prefix', (url) => `https://op3.example/e/${url.replace(/^(?:https?:)?\/\//i, '')}`],
  ['behind a whole prefix', (url) => `https://op3.example/e/${url}`],
  ['in capitals', (url) => url.toUpperCase()],
  ['with a query added', (url) => `${url}${url.includes('?') ? '&' : '?'}from=notes`],
  ['with a fragment', (url) => `${url}#t=60,90.`],
  ['with a final slash', (url) => url.replace(/(\?|$)/, '/$1')],
  ['with a default port', (url) => url.replace(/^((?:https?:)?\/\/[^/:]+)\//i, '$1:443/')],
  ['with a name', (url) => url.replace(/\/\//, '//user:pw@')],
  ['with www', (url) => url.replace(/\/\//, '//www.')],
  ['in JSON', (url) => JSON.stringify({ chapters: [{ url }] }).replaceAll('/', '\\/')],
  ['in JSON, escaped', (url) => `{"url":"${url.replaceAll('/', '\\u002F')}"}`],
  ['in ASCII alone', (url) => new URL(url, 'https://x.example').href],
];

/** Where a feed may hold a text. */
const places: [name: string, hold: (text: string) => string][] = [
  ['a text', (text) => `<description>${escapeXml(text)}</description>`],
  ['a CDATA section', (text) => `<content:encoded><![CDATA[${text}]]></content:encoded>`],
  ['a title', (text) => `<title>${escapeXml(text)}</title>`],
  ['a comment', (text) => `<!-- ${text} -->`],
  ['a link', (text) => `<link>${escapeXml(text)}</link>`],
  ['a GUID', (text) => `<guid>${escapeXml(text)}</guid>`],
  ['an attribute', (text) => `<psc:chapter href="${escapeXml(text)}" title='t'/>`],
  ['an instruction', (text) => `<?pi ${text}?>`],
];

describe('hideEnclosures: every writing of a recording', () => {
  it.each(recordings)('leaves none of a URL %s', (_name, url, secret) => {
    const left: string[] = [];
    for (const [writing, write] of writings) {
      for (const [place, hold] of places) {
        const item = `<item><enclosure url="${escapeXml(url)}"/>${hold(write(url))}</item>`;
        if (!decoded(item).includes(secret)) left.push(`${writing} in ${place} is not in the feed`);
        if (decoded(hide(feed(item)).xml).includes(secret)) left.push(`${writing} in ${place}`);
      }
    }
    expect(left).toEqual([]);
  });

  it.each([
    ['an enclosure', (url: string) => `<enclosure url=' ${url} '/>`],
    [
      'an enclosure on two lines',
      (url: string) => `<enclosure url="https:/&#10;${url.slice(7)}"/>`,
    ],
    ['a trailer', (url: string) => `<podcast:trailer url="${url}">T</podcast:trailer>`],
    ['an alternate enclosure', (url: string) => `<podcast:source uri="${url}"/>`],
    ['media content', (url: string) => `<media:content url="${url}"/>`],
    ['a linked enclosure', (url: string) => `<atom:link href="${url}" rel="enclosure"/>`],
    ['an enclosure in capitals', (url: string) => `<ENCLOSURE URL="${url}"/>`],
  ])('finds a recording that only %s names', (_name, write) => {
    const { xml, enclosures } = hide(feed(`<item>${write(url)}<link>${url}</link></item>`));
    expect(decoded(xml)).not.toContain('media.example');
    const [found] = Object.values(enclosures);
    expect(new URL(found!).href).toBe(url);
    expect(xml).toContain(Object.keys(enclosures)[0]!);
  });

  it('leaves what is around a writing as it is', () => {
    const text = `Before (http://media.example/1.mp3?x=1). <a href='https://other.example/?a=1&amp;b'>After</a>`;
    const item = `<item><guid>g</guid><enclosure url="${url}"/><description><![CDATA[${text}]]></description></item>`;
    const { xml } = hide(feed(item));
    const [, after = ''] = xml.split('<![CDATA[');
    expect(after).toMatch(
      /^Before \(https:\/\/recordings\.invalid\/[\w-]{12}\/1\.mp3\)\. <a href='https:\/\/other\.example\/\?a=1&amp;b'>After<\/a>\]\]>/,
    );
  });

  it('writes nothing into a comment, where two hyphens would end the feed', () => {
    const comments = Array.from({ length: 400 }, (_, n) => {
      const one = `https://media.example/${n}.mp3`;
      return `<item><enclosure url="${one}"/><!--${one}--></item>`;
    });
    expect(hide(feed(comments.join(''))).xml.match(/<!--[^>]*-->/g)).toEqual(
      Array(400).fill('<!---->'),
    );
  });
});
