/** The feed's own address is the member's secret: in no spelling does it come out. */
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../src/podcast.js';

const secret = 'k7Qw2-member';
const feedUrl = `https://feeds.example/feeds/${secret}/sid:abc_private.rss?a=1&b=2`;

const feed = (channel: string, item = '') =>
  `<rss><channel><title>T</title>${channel}<item><title>E</title><guid>g</guid>${item}</item></channel></rss>`;

const written = (xml: string, baseUrl?: string) => JSON.stringify(parsePodcast(xml, { baseUrl }));

const escaped = feedUrl.replaceAll('&', '&amp;');

describe("the feed's own address", () => {
  it.each([
    ['link', `<link>${escaped}</link>`],
    [
      'link in another letter case of the host',
      `<link>${escaped.replace('feeds.', 'FEEDS.')}</link>`,
    ],
    ['title', `<title>${escaped}</title>`],
    ['notes', `<description>Listen at ${escaped}.</description>`],
    [
      'escaped notes',
      `<description>&lt;a href="${escaped.replaceAll('&', '&amp;')}"&gt;x&lt;/a&gt;</description>`,
    ],
    ['notes in CDATA', `<description><![CDATA[<a href="${escaped}">x</a>]]></description>`],
    [
      'another address',
      `<link>https://consume.example/en?rss=${encodeURIComponent(feedUrl)}</link>`,
    ],
    ['another scheme', `<link>podcast://${escaped.slice('https://'.length)}</link>`],
    ['a relative link', '<link>?a=1&amp;b=2</link>'],
    ['a permalink', `<guid>${escaped}</guid>`],
    ['letters as numbers', `<link>${escaped.replaceAll('/', '&#x2F;')}</link>`],
    ['funding', `<podcast:funding url="${escaped}">x</podcast:funding>`],
    ['a person', `<podcast:person href="${escaped}">x</podcast:person>`],
  ])('does not come out of its %s', (_, tags) => {
    expect(written(feed(tags, tags), feedUrl)).not.toContain(secret);
  });

  it.each([
    ['atom:link self', `<atom:link rel="self" href="${escaped}"/>`],
    ['itunes:new-feed-url', `<itunes:new-feed-url>${escaped}</itunes:new-feed-url>`],
  ])('is known by %s alone', (_, tag) => {
    expect(written(feed(`${tag}<link>${escaped}</link>`, `<guid>${escaped}</guid>`))).not.toContain(
      secret,
    );
  });

  it('leaves an episode its identity and the rest of its notes', () => {
    const [episode] = parsePodcast(
      feed('', `<guid>${escaped}</guid><description>At ${escaped} today</description>`).replace(
        '<guid>g</guid>',
        '',
      ),
      { baseUrl: feedUrl },
    ).episodes;
    expect(episode?.guid).toMatch(/^[0-9a-f]{16}$/);
    expect(episode?.description).toBe('At  today');
  });

  it('leaves alone what only begins like it', () => {
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

  it('takes no bare site for a feed', () => {
    const xml = feed(
      '<atom:link rel="self" href="https://show.example/"/><link>https://show.example/</link>',
    );
    expect(parsePodcast(xml).link).toBe('https://show.example/');
  });
});

describe('what a feed tells of people', () => {
  it('comes out without e-mail addresses and without the member', () => {
    const xml =
      feed(`<itunes:owner><itunes:name>Desk</itunes:name><itunes:email>o@mail.example</itunes:email></itunes:owner>
      <itunes:author>o@mail.example (Jo Doe)</itunes:author><podcast:locked owner="o@mail.example">yes</podcast:locked>
      <managingEditor>o@mail.example</managingEditor><user><id>auth0|1</id><email>m@mail.example</email></user>`);
    const podcast = parsePodcast(xml);
    expect(podcast).toMatchObject({ author: 'Jo Doe', owner: { name: 'Desk' }, isLocked: true });
    expect(JSON.stringify(podcast)).not.toMatch(/@|auth0/);
  });
});
