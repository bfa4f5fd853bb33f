/** The feed's own URL is the member's secret: it is removed from the podcast in every spelling. */
import { describe, expect, it } from 'vitest';
import { parsePodcast, podcastSchema, type Podcast } from '../../src/podcast.js';
import { removeFeedUrls } from '../../src/podcast/feed-url-removal.js';

const secret = 'k7Qw2-member';
const feedUrl = `https://feeds.example/feeds/${secret}/sid:abc_private.rss?a=1&b=2`;

const feed = (channel: string, item = '') =>
  `<rss><channel><title>T</title>${channel}<item><title>E</title><guid>g</guid>${item}</item></channel></rss>`;

const jsonOf = (xml: string, baseUrl?: string) => JSON.stringify(parsePodcast(xml, { baseUrl }));

const escaped = feedUrl.replaceAll('&', '&amp;');

describe("parsePodcast: the feed's own URL", () => {
  it.each([
    ['link', `<link>${escaped}</link>`],
    ['title', `<title>${escaped}</title>`],
    ['notes', `<description>Listen at ${escaped}.</description>`],
    ['query', `<link>https://consume.example/en?rss=${encodeURIComponent(feedUrl)}</link>`],
    ['relative link', '<link>?a=1&amp;b=2</link>'],
    ['permalink', `<guid>${escaped}</guid>`],
    ['funding', `<podcast:funding url="${escaped}">x</podcast:funding>`],
    ['person', `<podcast:person href="${escaped}">x</podcast:person>`],
    ['categories', `<category>${escaped}</category>`],
    ['enclosures', `<enclosure url="${escaped}"/>`],
    ['chapters', `<psc:chapters><psc:chapter start="1" href="${escaped}"/></psc:chapters>`],
  ])('removes it from the %s', (_, tags) => {
    expect(jsonOf(feed(tags, tags), feedUrl)).not.toContain(secret);
  });

  it.each([
    ['atom:link rel="self"', `<atom:link rel="self" href="${escaped}"/>`],
    ['atom:link rel="Self"', `<atom:link rel="Self" href="${escaped}"/>`],
    ['atom:link rel="first"', `<atom:link rel="first" href="${escaped}"/>`],
    ['atom:link rel="next"', `<atom:link rel="next" href="${escaped}"/>`],
    ['a feed: URL', `<atom:link rel="self" href="${escaped.replace('https', 'feed')}"/>`],
    ['a URL with credentials', `<atom:link rel="self" href="${escaped.replace('//', '//u:p@')}"/>`],
    ['itunes:new-feed-url', `<itunes:new-feed-url> ${escaped}\n</itunes:new-feed-url>`],
  ])('finds it in %s', (_, tag) => {
    const xml = feed(`${tag}<link>${escaped}</link>`, `<guid>${escaped}</guid>`);
    expect(jsonOf(xml)).not.toContain(secret);
  });

  it('leaves the URL of a page for payments, where the funding and the episodes lead too', () => {
    const page = 'https://pay.example/renew';
    const tags = `<atom:link rel="payment" href="${page}"/><podcast:funding url="${page}">x</podcast:funding>`;
    const podcast = JSON.parse(jsonOf(feed(tags, `<link>${page}</link>`), feedUrl)) as Podcast;
    expect(podcast.funding).toEqual([{ url: page, text: 'x' }]);
    expect(podcast.episodes[0]!.link).toBe(page);
  });

  it('finds it among many links of the feed', () => {
    const links = Array.from(
      { length: 20 },
      (_, n) => `<atom:link rel="hub" href="https://hub.example/${n}"/>`,
    );
    const self = `<atom:link rel="self" href="${escaped}"/>`;
    expect(jsonOf(feed(`${links.join('')}${self}<link>${escaped}</link>`))).not.toContain(secret);
  });

  it('gives an episode another GUID and keeps the rest of its notes', () => {
    const item = `<guid>${escaped}</guid><description>At ${escaped} today</description>`;
    const { episodes } = parsePodcast(feed('', item).replace('<guid>g</guid>', ''), {
      baseUrl: feedUrl,
    });
    expect(episodes[0]?.guid).toMatch(/^[0-9a-f]{16}$/);
    expect(episodes[0]?.description).toBe('At  today');
  });

  it('removes it without leaving fields that the schema refuses', () => {
    const tags = `<title>${escaped}</title><category>${escaped}</category><category>c</category>
      <podcast:funding url="${escaped}">x</podcast:funding><podcast:person>${escaped}</podcast:person>
      <podcast:transcript url="${escaped}"/><enclosure url="${escaped}"/><enclosure url="https://a.example/"/>`;
    const podcast = JSON.parse(jsonOf(feed(tags, tags), feedUrl)) as unknown;
    expect(podcastSchema.parse(podcast)).toEqual(podcast);
    expect(podcast).toMatchObject({
      categories: ['c'],
      funding: [],
      persons: [{ name: '' }],
      episodes: [{ tags: ['c'], transcripts: [], enclosures: [{ url: 'https://a.example/' }] }],
    });
  });

  it('keeps a URL that only starts with it', () => {
    const item =
      '<enclosure url="https://show.example/feed/1.mp3"/><link>https://show.example/feeds</link>';
    const [episode] = parsePodcast(feed('', item), {
      baseUrl: 'https://show.example/feed',
    }).episodes;
    expect(episode).toMatchObject({
      url: 'https://show.example/feed/1.mp3',
      link: 'https://show.example/feeds',
    });
  });

  it('keeps the URL of a site without a path', () => {
    const xml = feed(
      '<atom:link rel="self" href="https://show.example/"/><link>https://show.example/</link>',
    );
    expect(parsePodcast(xml).link).toBe('https://show.example/');
  });
});

describe('removeFeedUrls', () => {
  const cleaned = (text: string, ...urls: string[]) =>
    removeFeedUrls<{ text?: string }>({ text }, urls).text;

  it.each([
    ['https://a.example/s', 'x https://a.example/s y', 'x  y'],
    ['https://a.example/s', 'https://a.example/s https://a.example/s/ HTTPS://A.EXAMPLE/S z', 'z'],
    ['https://a.example/s', 'https://a.example/sh', 'https://a.example/sh'],
    ['https://a.example/s', 'https://a.example/s/h', 'https://a.example/s/h'],
    ['https://a.example/s', 'https://a.example/s%20h', 'https://a.example/s%20h'],
    ['https://a.example/s', 'https://a.example/s.rss', 'https://a.example/s.rss'],
    ['https://a.example/s', 'https://a.example/s~h', 'https://a.example/s~h'],
    ['https://a.example/s', 'At https://a.example/s.', 'At .'],
    ['https://a.example/s', 'At https://a.example/s. It', 'At . It'],
    ['https://a.example/s', 'https://a.example/s?a=1#b <c', '<c'],
    ['https://a.example/s', "'https://a.example/s#b' c", "'' c"],
    ['https://a.example/s', 'https://a.example/s//x', 'https://a.example/s//x'],
    ['https://a.example/s', 'https://a.example/s//', undefined],
    ['https://a.example/s///', 'https://a.example/s', undefined],
    ['https://a.example/s/', '?rss=https%3A%2F%2Fa.example%2Fs%2F&x', '?rss=&x'],
    ['https://a.example/s/', '?rss=https%3A%2F%2Fa.example%2Fs%2F%23x', '?rss='],
    ['https://a.example/s', '?rss=https%3a%2f%2fa.example%2fs%3Fx', '?rss='],
    ['https://a.example/s', '?rss=https%3A%2F%2Fa.example%2Fs%26x', '?rss='],
    [
      'https://a.example/s',
      '?rss=https%3A%2F%2Fa.example%2Fs%2Fx',
      '?rss=https%3A%2F%2Fa.example%2Fs%2Fx',
    ],
    ['https://a.example/?s=1&t=2', 'https://a.example/?s=1', 'https://a.example/?s=1'],
    ['https://a.example/%C3%A9', 'https://a.example/é', undefined],
    ['https://a.example/é', 'https://a.example/%c3%a9', undefined],
    ['https://a.example/%zz/s', 'https://a.example/%zz/s', undefined],
    ['https://bücher.example/s', 'https://xn--bcher-kva.example/s', undefined],
    ['https://u:p@a.example/s', 'https://a.example/s', undefined],
    ['https://a.example/--', 'https://a.example/--', undefined],
    ['https://a.example', 'https://a.example/', 'https://a.example/'],
    ['feed://a.example', 'feed://a.example', 'feed://a.example'],
    ['mailto:a@b.example', 'mailto:a@b.example', 'mailto:a@b.example'],
    ['no URL', 'no URL', 'no URL'],
    ['https://a.example/s', '', ''],
    ['https://a.example/s', ' other ', ' other '],
    ['https://a.example/s', 'abcdefghijklmnop://a.example/s', undefined],
    ['https://a.example/s', 'a https://a.example/\ns b', 'a https://a.example/\ns b'],
    ['https://a.example/s.rss', 'a https://a.example/\ns.rss\nb', 'a \nb'],
    ['https://a.example/s', 'u=https%3A%2F%2Fa.example%2Fs%20b', 'u=%20b'],
  ])('given %s, turns %j into %j', (url, text, rest) => {
    expect(cleaned(text, url)).toBe(rest);
  });

  it('keeps values that are not text', () => {
    const value = { a: 1, b: null, c: undefined, d: [true, 'x'], e: { f: 'https://a.example/s' } };
    expect(removeFeedUrls(value, ['https://a.example/s'])).toEqual({
      a: 1,
      b: null,
      c: undefined,
      d: [true, 'x'],
      e: { f: undefined },
    });
  });

  it('keeps an episode without a URL, and a title or name that is empty', () => {
    const url = 'https://a.example/s';
    const value = { list: [{ guid: url, url, title: url, name: url, link: url }] };
    expect(removeFeedUrls(value, [url])).toEqual({
      list: [{ guid: expect.stringMatching(/^[0-9a-f]{16}$/) as string, title: '', name: '' }],
    });
  });
});

describe('parsePodcast: people', () => {
  it('leaves out e-mail addresses and the member', () => {
    const xml =
      feed(`<itunes:owner><itunes:name>Desk</itunes:name><itunes:email>o@mail.example</itunes:email></itunes:owner>
      <itunes:author>o@mail.example (Jo Doe)</itunes:author><podcast:locked owner="o@mail.example">yes</podcast:locked>
      <managingEditor>o@mail.example</managingEditor><user><id>auth0|1</id><email>m@mail.example</email></user>`);
    const podcast = parsePodcast(xml);
    expect(podcast).toMatchObject({ author: 'Jo Doe', owner: { name: 'Desk' }, isLocked: true });
    expect(JSON.stringify(podcast)).not.toMatch(/@|auth0/);
  });
});
