/** The law of tags: however a tag of a feed is spelt, it gives the same fields. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Spelling } from '../../support/laws/same.js';
import { anyCase, blanksAround, inXml, inXmlAttribute } from '../../support/laws/spellings/text.js';
import { timesAsMany } from '../../support/laws/times-as-many.js';
import { episodeWith, podcastWith } from '../feeds.js';

interface Tag {
  /** With the usual prefix. */
  name: string;
  attributes?: Readonly<Record<string, string>>;
  text?: string;
  /** Children that are spelt too. */
  inside?: readonly Tag[];
}

const url = 'https://a.example/1?a=1&b=2';
const words = `Fish & "Chips" it's`;
/** A GUID is not shown: it counts as it is written. */
const id = 'a&amp;b';
const tag = (name: string, text: string): Tag => ({ name, text });
const empty = (name: string, attributes: Tag['attributes'], inside: Tag['inside'] = []): Tag => ({
  name,
  attributes,
  inside,
});

/** Each tag of an item that is read, with the fields that it must give. */
const tags: readonly (readonly [Tag, fields: object])[] = [
  [tag('title', words), { title: words }],
  [tag('link', url), { link: url }],
  [tag('description', 'notes'), { description: 'notes' }],
  [
    tag('description', `<b>${words}</b>`),
    { descriptionWithHtml: `<b>${words}</b>`, description: words },
  ],
  [tag('content:encoded', '<i>a</i>'), { descriptionWithHtml: '<i>a</i>', description: 'a' }],
  [tag('pubDate', 'Thu, 01 Jan 2004 19:48:21 GMT'), { publishDate: '2004-01-01T19:48:21.000Z' }],
  [tag('category', words), { tags: [words] }],
  [tag('author', 'ann@a.example (Ann)'), { author: 'Ann' }],
  [
    empty('enclosure', { url, type: 'audio/mpeg', length: '7' }),
    { url, contentType: 'audio/mpeg', contentLength: 7, guid: url },
  ],
  [
    { name: 'guid', attributes: { isPermaLink: 'false' }, text: url },
    { guid: url, link: undefined },
  ],
  [tag('guid', id), { guid: id }],
  [
    { name: 'guid', attributes: { isPermaLink: 'true' }, text: url },
    { guid: url, link: url },
  ],
  [tag('itunes:title', words), { title: words }],
  [tag('itunes:subtitle', words), { subtitle: words }],
  [tag('itunes:summary', words), { summary: words, description: words }],
  [tag('itunes:author', words), { author: words }],
  [empty('itunes:image', { href: url }), { image: url }],
  [tag('itunes:duration', '1:02:03'), { duration: 3723 }],
  [tag('itunes:explicit', 'yes'), { isExplicit: true }],
  [tag('itunes:season', '2'), { season: 2 }],
  [tag('itunes:episode', '3'), { episode: 3 }],
  [tag('itunes:episodeType', 'bonus'), { episodeType: 'bonus' }],
  [tag('itunes:keywords', 'a, b'), { tags: ['a', 'b'] }],
  [
    { name: 'podcast:season', attributes: { name: words }, text: '2' },
    { season: 2, seasonName: words },
  ],
  [
    { name: 'podcast:episode', attributes: { display: words }, text: '2' },
    { episode: 2, episodeDisplay: words },
  ],
  [
    empty('podcast:transcript', { url, type: 'text/vtt', language: 'en', rel: 'captions' }),
    { transcripts: [{ url, type: 'text/vtt', language: 'en', rel: 'captions' }] },
  ],
  [empty('podcast:chapters', { url }), { chaptersUrl: url }],
  [
    {
      name: 'podcast:person',
      attributes: { role: 'guest', group: 'crew', img: url, href: url },
      text: words,
    },
    { persons: [{ name: words, role: 'guest', group: 'crew', image: url, link: url }] },
  ],
  [
    { name: 'podcast:soundbite', attributes: { startTime: '1.5', duration: '60' }, text: words },
    { soundbites: [{ start: 1.5, duration: 60, title: words }] },
  ],
  [
    empty(
      'podcast:alternateEnclosure',
      {
        type: 'audio/opus',
        length: '1',
        bitrate: '2',
        height: '3',
        title: words,
        lang: 'en',
        default: 'true',
      },
      [empty('podcast:source', { uri: url, contentType: 'audio/ogg' })],
    ),
    {
      alternateEnclosures: [
        {
          url,
          type: 'audio/opus',
          length: 1,
          bitrate: 2,
          height: 3,
          title: words,
          language: 'en',
          isDefault: true,
          sources: [{ url, type: 'audio/ogg' }],
        },
      ],
    },
  ],
  [empty('podcast:image', { href: url, purpose: 'artwork' }), { image: url }],
  [
    empty('media:content', {
      url,
      medium: 'audio',
      type: 'audio/mpeg',
      fileSize: '7',
      duration: '9',
    }),
    { url, contentType: 'audio/mpeg', contentLength: 7, duration: 9 },
  ],
  [
    empty('media:group', {}, [empty('media:content', { url, type: 'VIDEO/mp4' })]),
    { url, contentType: 'VIDEO/mp4' },
  ],
  [empty('media:thumbnail', { url }), { image: url }],
  [tag('media:title', words), { title: words }],
  [tag('media:description', words), { description: words }],
  [tag('dc:title', words), { title: words }],
  [tag('dc:creator', words), { author: words }],
  [tag('dc:date', '2004-01-01T20:48:21+01:00'), { publishDate: '2004-01-01T19:48:21.000Z' }],
  [tag('dcterms:issued', '2004-01-01'), { publishDate: '2004-01-01T00:00:00.000Z' }],
  [tag('atom:published', '2004-01-01'), { publishDate: '2004-01-01T00:00:00.000Z' }],
  [empty('atom:link', { rel: 'alternate', href: url }), { link: url }],
  [
    empty('psc:chapters', { version: '1.2' }, [
      empty('psc:chapter', { start: '0:01', title: words, href: url, image: url }),
    ]),
    { chapters: [{ start: 1, title: words, link: url, image: url }] },
  ],
];

const uris: Readonly<Record<string, string>> = {
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  podcast: 'https://podcastindex.org/namespace/1.0',
  content: 'http://purl.org/rss/1.0/modules/content/',
  media: 'http://search.yahoo.com/mrss/',
  psc: 'http://podlove.org/simple-chapters',
  atom: 'http://www.w3.org/2005/Atom',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
};

/** The namespace's URI with another scheme, case or end, as feeds have it. */
const uriSpelling: Spelling<string> = (uri) =>
  fc
    .tuple(fc.constantFrom('http://', 'https://', 'HTTP://'), fc.constantFrom('', '/', '#'))
    .chain(([scheme, end]) =>
      anyCase(`${scheme}${uri.replace(/^\w+:\/\//, '').replace(/\/$/, '')}${end}`),
    );

/** A text that is shown may be encoded twice, as notes are. */
const twiceEncoded: Spelling<string> = (text) =>
  text === words ? fc.oneof(fc.constant(text), inXmlAttribute(text)) : fc.constant(text);

/** A tag in XML: names in either case, the prefix bound here or as usual, values in any quotes and escapes. */
const tagSpelling: Spelling<Tag, string> = ({ name, attributes = {}, text = '', inside = [] }) => {
  const [prefix = '', local = ''] = name.includes(':') ? name.split(':') : ['', name];
  const own = uris[prefix]
    ? uriSpelling(uris[prefix]).map((uri) => [`<x:${local}`, ` xmlns:x="${uri}"`] as const)
    : fc.constant([`<${name}`, ''] as const);
  return fc.oneof(fc.constant([`<${name}`, ''] as const), own).chain(([start, binding]) => {
    const values = Object.entries(attributes).map(([key, value]) =>
      fc
        .tuple(
          anyCase(key),
          twiceEncoded(value).chain(inXmlAttribute).chain(blanksAround()),
          fc.constantFrom('"', "'"),
          blanksAround()('='),
        )
        .filter(([, written, quote]) => !written.includes(quote))
        .map(([aKey, written, quote, equals]) => ` ${aKey}${equals}${quote}${written}${quote}`),
    );
    const content = fc
      .tuple(blanksAround()(''), twiceEncoded(text).chain(inXml), ...inside.map(tagSpelling))
      .map((all) => all.join(''));
    return fc
      .tuple(anyCase(start), fc.tuple(...values), content, anyCase(start))
      .map(
        ([aStart, all, body, end]) =>
          `${aStart}${binding}${all.join('\n')}>${body}</${end.slice(1)} >`,
      );
  });
};

describe('parsePodcast: spellings of a tag', () => {
  it.each(tags.map(([one, fields]) => [one.name, fields, one] as const))(
    'reads %s alike: %j',
    (_, fields, one) => {
      fc.assert(
        fc.property(tagSpelling(one), (xml) => {
          expect(episodeWith(xml), xml).toMatchObject(fields);
        }),
        { numRuns: timesAsMany(30) },
      );
    },
  );

  it.each([
    ...['title', 'description', 'language', 'copyright'].map(
      (name) => [name, name, words] as const,
    ),
    ['itunes:author', 'author', words],
    ['podcast:guid', 'podcastGuid', id],
  ] as const)('reads the channel alike: %s', (name, field, text) => {
    fc.assert(
      fc.property(tagSpelling(tag(name, text)), (xml) => {
        expect(podcastWith(xml)).toHaveProperty(field, text);
      }),
      { numRuns: timesAsMany(30) },
    );
  });
});
