/** What holds of every feed that is rewritten: nothing that must not be in it is, however it is written, and all else stays. */
import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePodcast } from '../../../../src/podcast.js';
import { createTasks } from '../../../../src/service/feeds/feed-tasks.js';
import { fillEnclosures } from '../../../../src/service/feeds/rewrite/fill-enclosures.js';
import { PLACE } from '../../../../src/service/feeds/rewrite/hidden-enclosures.js';
import { renderFeed } from '../../../../src/service/feeds/rewrite/render-feed.js';
import { sanitizeNotes } from '../../../../src/service/feeds/sanitize-notes.js';
import { noticeItem } from '../../../../src/service/feeds/notice-item.js';
import { same, spelt, type Spelling } from '../../../support/laws/same.js';
import { timesAsMany } from '../../../support/laws/times-as-many.js';
import { anyCase, inXml, inXmlAttribute } from '../../../support/laws/spellings/text.js';
import { disguisedUrl } from '../../../support/laws/spellings/url.js';

const url = 'https://media.example/zq7/kx.mp3';
const own = 'https://media.example/zq7/kx.rss';

/** A feed as a reader with patience reads it: all that can be decoded is, again and again. */
function decoded(feed: string): string {
  let text = feed;
  for (let before = ''; before !== text;) {
    before = text;
    text = decodeHTML(text)
      .replace(/(?:%[\da-f]{2})+/gi, (part) =>
        Buffer.from(part.replaceAll('%', ''), 'hex').toString(),
      )
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/<!\[CDATA\[|\]\]>|[\\\t\n\r\u00ad\u200b]|:(?:80|443)\b/g, '')
      .toLowerCase();
  }
  return text;
}

/** A URL as somebody writes it down: another scheme or none, a host in any case, and more behind it. */
const written: Spelling<string> = (plain) => {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)(.*)$/.exec(plain) ?? [];
  return fc
    .tuple(
      fc.constantFrom('https://', 'HTTP://', '//', ''),
      anyCase(host),
      fc.constantFrom('', ':443'),
      fc.constantFrom('', '?a=1', '#t=60', '/'),
    )
    .map(([scheme, name, port, more]) => `${scheme}${name}${port}${path}${more}`);
};
/** The host and the path of both URLs, however they are parted: what nobody may find. */
const secret = new RegExp(
  `${Array.from('mediaexample').join('\\W*')}(?:\\W|0*443|80|x|y)*z\\W*q\\W*7(?:\\W|x|y)*k\\W*x`,
);
/** The same inside something else. */
const nested: Spelling<string> = (text) =>
  fc.constantFrom(
    text,
    `https://app.example/?feed=${encodeURIComponent(text)}`,
    `https://measure.example/e/${text.replace(/^\w+:\/\//, '')}`,
    `Listen (${text}), now.`,
    `<a href="${text}">here</a>`,
    JSON.stringify({ url: text }).replaceAll('/', '\\/'),
  );
const somewhere = (text: string): fc.Arbitrary<string> => {
  const bare = text.replaceAll('--', '');
  return fc.oneof(
    inXml(text).map((xml) => `<description>${xml}</description>`),
    inXml(text).map((xml) => `<item><guid>g</guid><title>${xml}</title></item>`),
    inXml(text).map((xml) => `<item><guid>${xml}</guid></item>`),
    inXmlAttribute(text).map((value) => `<item><a:b c="${value}"/></item>`),
    fc.constant(`<!-- ${bare} -->`),
    fc.constant(`<?origin ${bare}?>`),
  );
};
/** Elements that may name the feed itself. */
const inOwnElement = (text: string): fc.Arbitrary<string> =>
  inXmlAttribute(text).chain((value) =>
    fc.constantFrom(
      `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="next" href="${value}"/>`,
      `<b:link xmlns:b="http://www.w3.org/2005/Atom" REL="first" HREF="${value}"/>`,
      `<item><guid>g</guid><atom:link rel="self" href="${value}"/></item>`,
      `<item><guid>g</guid><source url="${value}">The Show</source></item>`,
      `<podcast:remoteItem feedGuid="g" feedUrl="${value}"/>`,
      `<docs>${value}</docs><link>${value}</link>`,
    ),
  );
const feed = (inside: string) =>
  `<rss version="2.0" xmlns:a="urn:a"><channel><title>T</title>${inside}</channel></rss>`;

describe('renderFeed', () => {
  it('with signed recordings names none of them, however and wherever it is written', () =>
    fc.assert(
      fc.property(
        fc.oneof(written(url).chain(nested), disguisedUrl(url)).chain(somewhere),
        inXmlAttribute(url),
        fc.constantFrom('ended', 'changed', undefined),
        (inside, value, instead) => {
          const recording = `<item><guid>one</guid><enclosure url="${value}" type="audio/mpeg" length="1"/></item>`;
          const { xml, enclosures } = renderFeed(feed(recording + inside), {
            signed: true,
            instead,
          });
          expect(decoded(xml)).not.toMatch(secret);
          expect(Object.values(enclosures)).toEqual([url]);
        },
      ),
      { numRuns: timesAsMany(300) },
    ));

  it('names the feed of the show nowhere, nor does what is read from it', () =>
    fc.assert(
      fc.property(
        fc
          .oneof(written(own).chain(nested), disguisedUrl(own))
          .chain((text) => fc.oneof(somewhere(text), inOwnElement(text))),
        (inside) => {
          const xml = feed(inside);
          expect(decoded(renderFeed(xml, { source: own }).xml)).not.toMatch(secret);
          // What is JSON's in a link is something else once the link is resolved.
          if (inside.includes('<docs>')) return;
          const podcast = parsePodcast(xml, { baseUrl: own, sanitizeHtml: sanitizeNotes });
          expect(decoded(JSON.stringify(podcast))).not.toMatch(secret);
        },
      ),
      { numRuns: timesAsMany(300) },
    ));

  it('lets nothing be read from a feed that only its tags had parted', () => {
    const parts = fc.constantFrom('<!-- -->', '<x>', '<wbr>', '<script>1</script>');
    const parted = (text: string) =>
      fc
        .tuple(fc.nat({ max: text.length }), parts)
        .map(([at, part]) => `${text.slice(0, at)}${part}${text.slice(at)}`);
    const tasks = createTasks(sanitizeNotes);
    const item = `<item><guid>one</guid><enclosure url="${url}" type="audio/mpeg"/></item>`;
    fc.assert(
      fc.property(fc.constantFrom(url, own).chain(parted), (text) => {
        const xml = feed(`<description><![CDATA[${text}]]></description>${item}`);
        const show = { xml, source: own };
        const { body, ownUrls, enclosures } = tasks.render({ show, signed: true });
        const { json } = tasks.parse({
          feed: body.identity,
          baseUrl: undefined,
          contentType: '',
          hiddenUrls: [...ownUrls, ...Object.values(enclosures)],
        });
        expect(decoded(Buffer.from(json.identity).toString())).not.toMatch(secret);
      }),
    );
  });

  const words = fc.string({
    unit: fc.constantFrom('a', ' ', '&amp;', '&#228;', 'ü', '日', '\n', "'", '😀'),
  });
  const items = fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 3 }).map((all) =>
    all.map(
      ([title, notes], index) =>
        `<item><title>${title}</title><guid isPermaLink="false">g${index}</guid><description><![CDATA[${notes}]]></description>
<enclosure url='https://cdn.example/${index}.mp3?a=1&amp;b=2' type="audio/mpeg" length="1" /></item>\r\n`,
    ),
  );
  const shows = fc
    .tuple(words, items, words)
    .map(([title, all, end]) => feed(`${title}<a:x y='${end}'/>${all.join('')}<!-- ${end} -->`));
  const added =
    / xmlns:(?:itunes|podcast)="[^"]*"|\n<itunes:block>Yes<\/itunes:block>|\n<podcast:(?:block|locked)>yes<\/podcast:(?:block|locked)>/g;

  it('leaves every other character as it is', () =>
    fc.assert(
      fc.property(shows, (xml) => {
        const rendered = renderFeed(xml).xml;
        expect(rendered.match(added)).toHaveLength(5);
        expect(rendered.replace(added, '')).toBe(xml);
      }),
    ));

  it('leaves none of the episodes of a member whose membership has ended, and one place for the notice', () =>
    fc.assert(
      fc.property(shows, fc.boolean(), (xml, hasEnd) => {
        const show = { xml: hasEnd ? xml : xml.replace(/<\/channel><\/rss>$/, '') };
        const { body, notice } = createTasks((html) => html).render({ show, instead: 'ended' });
        const { at } = notice!;
        const audio = { url: 'https://a.example/n.mp3', length: 1, seconds: 2 };
        const item = noticeItem({
          guid: 'n',
          title: 'Över & out',
          text: '',
          audio,
          date: new Date(0),
        });
        const whole = [
          body.identity.subarray(0, at),
          Buffer.from(item),
          body.identity.subarray(at),
        ];
        const { episodes } = parsePodcast(Buffer.concat(whole));
        expect(episodes.map(({ guid, title }) => [guid, title])).toEqual([['n', 'Över & out']]);
      }),
    ));

  it('makes relative URLs absolute as the URL standard says', () => {
    const base = 'https://show.example/a/b/feed.xml?x=1';
    return same(
      (value) => {
        const { xml } = renderFeed(
          feed(`<item><guid>g</guid><enclosure url="${value}" type="audio/mpeg"/></item>`),
          { url: base },
        );
        return parsePodcast(xml).episodes[0]?.url;
      },
      spelt(
        fc.constantFrom(
          '1.mp3',
          './1.mp3',
          '../1.mp3',
          '/1.mp3',
          '//cdn.example/1.mp3',
          '?f=1.mp3',
          'ä ö.mp3',
          'a/b:c.mp3',
          'https://cdn.example/1.mp3',
        ),
        inXmlAttribute,
      ),
      (plain) => new URL(plain, base).href,
    );
  });
});

describe('fillEnclosures', () => {
  const ids = fc.stringMatching(/^[\w-]{12}$/);
  const parts = fc.array(
    fc.oneof(
      ids.map((id) => ({ id, text: `${PLACE}${id}/1.mp3` })),
      fc
        .constantFrom(
          'x'.repeat(32 * 1024 - 30),
          '日'.repeat(11_000),
          PLACE,
          `${PLACE}short/ and more`,
          PLACE.slice(0, 9),
          'a "b" ',
        )
        .map((text) => ({ id: undefined, text })),
    ),
    { maxLength: 6 },
  );

  it('fills each place once, in pieces that make up the text', () =>
    fc.assert(
      fc.property(parts, (all) => {
        const text = Buffer.from(all.map((part) => part.text).join(''));
        const seen: string[] = [];
        const pieces = [
          ...fillEnclosures(text, (id) => (seen.push(id), `https://m.example/${id}`)),
        ];
        const expected = all
          .map(({ id, text }) => (id ? `https://m.example/${id}/1.mp3` : text))
          .join('');
        expect(Buffer.concat(pieces).toString()).toBe(expected);
        expect(seen).toEqual(all.flatMap(({ id }) => id ?? []));
        for (const { length } of pieces) expect(length).toBeLessThanOrEqual(2 * 32 * 1024);
      }),
    ));
});
