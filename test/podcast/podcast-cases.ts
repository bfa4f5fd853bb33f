/** Parser responses that the schema and the element's reader must read alike. */
import { expect } from 'vitest';
import { MAX_CHAPTERS } from '../../src/podcast/values/max-chapters.js';
import { MAX_URL_LENGTH } from '../../src/podcast/values/safe-url.js';

/** A response of the feed service's parser, with its nulls and errors. */
export const operatorsOutput = {
  title: 'The Member Show',
  titleWithUsername: 'The Member Show (Kim)',
  link: 'https://show.example/',
  image: null,
  author: 'The Desk',
  owner: { name: 'The Desk', email: 'desk@show.example' },
  publishDate: '2026-01-01T00:00:00.000Z',
  rssUrl: 'https://feeds.example/secret/show.rss',
  isHidden: true,
  isExplicit: false,
  isComplete: false,
  podcastType: 'SERIAL',
  totalSeasons: 1,
  totalEpisodes: 4,
  products: [{ sku: 'sid:1', title: 'All of it', price: '49', currency: 'SEK' }, 'odd'],
  categories: ['News', null, 7],
  externalIds: { spotifyId: 'abc', other: null },
  user: { id: 'email|1', name: 'Kim', email: 'kim@mail.example' },
  episodes: [
    {
      guid: '1',
      title: 'One',
      duration: null,
      url: null,
      isExplicit: false,
      isLocked: true,
      isSample: false,
      permissions: ['a', 'b'],
      tags: [],
      contentLength: '123',
      season: 'one',
      episode: 1,
      publishDate: null,
      image: 'javascript:alert(1)',
      link: 'https://user:word@show.example/',
    },
    { guid: null, title: 'Two', url: 'https://media.example/2.mp3', isExplicit: 'yes' },
    { title: 'Three' },
    null,
    'four',
  ],
};

/** Property names with a meaning in JavaScript. */
export const hostileNames: unknown = JSON.parse(
  '{"__proto__":{"title":"x"},"constructor":1,"externalIds":{"__proto__":"x","spotifyId":"y"},"episodes":[{"guid":"__proto__","__proto__":{"title":"x"}}]}',
);

const wholeEpisode = {
  guid: 'g',
  title: 'E',
  description: 'plain',
  descriptionWithHtml: '<p>html',
  url: 'https://media.example/1.mp3',
  link: 'https://show.example/1',
  duration: 61,
  isExplicit: true,
  publishDate: '2026-01-01T00:00:00.000Z',
  episodeType: 'bonus',
  season: 2,
  seasonName: 'Salt and Rain',
  image: 'https://show.example/1.png',
  chaptersUrl: 'https://show.example/1.json',
  transcripts: [
    { url: 'https://show.example/1.vtt', type: 'text/vtt', language: 'sv', rel: 'captions' },
  ],
  chapters: [{ start: 0, title: 'Begin', link: 'https://show.example/begin', image: 'x' }],
};

/** All fields that the element shows, valid. */
export const wholePodcast = {
  title: 'T',
  description: 'About it',
  author: 'A',
  image: 'https://show.example/cover.png',
  language: 'sv',
  podcastType: 'SERIAL',
  externalIds: { spotifyId: 's' },
  episodes: [wholeEpisode],
};

/** Values that may be wrong for a field. */
const oddValues: unknown[] = [
  null,
  undefined,
  '',
  'text',
  '7',
  '7.5',
  '-7',
  ' 7',
  0,
  -1,
  Infinity,
  true,
  'javascript:alert(1)',
  'https://user:word@show.example/',
  'http://show.example/',
  'https://show.example/'.padEnd(MAX_URL_LENGTH + 1, 'x'),
  'ftp://show.example/',
  '/relative',
  {},
  { not: 'this' },
  [],
  [null, 'text', 7, {}],
  [{ url: 'https://show.example/', start: '5', type: 7 }],
  [{ url: 'data:,x', start: 'soon', title: 7 }],
];

const named = (name: string, body: unknown) => ({ name, body });
const jsonOf = (value: unknown) =>
  JSON.stringify({ value }).slice(9, -1).slice(0, 50) || 'undefined';

export const withChapters = (count: number) => ({
  ...wholePodcast,
  episodes: [
    {
      ...wholeEpisode,
      chapters: Array.from({ length: count }, (_, start) => ({ start, title: 'x' })),
    },
  ],
});

export const podcastCases: { name: string; body: unknown }[] = [
  named("an operator's output", operatorsOutput),
  named('hostile names', hostileNames),
  named('a whole podcast', wholePodcast),
  named('as many chapters as allowed', withChapters(MAX_CHAPTERS)),
  named('more chapters than allowed', withChapters(MAX_CHAPTERS + 1)),
  named('only a title', { title: '' }),
  named('no episodes', { episodes: [] }),
  named('invalid episodes', {
    episodes: [null, 7, 'x', [], {}, { link: 'https://show.example/' }],
  }),
  ...Object.keys(wholePodcast).flatMap((field) =>
    oddValues.map((value) =>
      named(`${field}: ${jsonOf(value)}`, { ...wholePodcast, [field]: value }),
    ),
  ),
  ...Object.keys(wholeEpisode).flatMap((field) =>
    oddValues.map((value) =>
      named(`an episode's ${field}: ${jsonOf(value)}`, {
        ...wholePodcast,
        episodes: [{ ...wholeEpisode, [field]: value }],
      }),
    ),
  ),
].filter(({ body }) => {
  // With neither it is not a podcast: see `shown-podcast.test.ts`.
  const { title, episodes } = body as { title?: unknown; episodes?: unknown };
  return typeof title === 'string' || Array.isArray(episodes);
});

/** The fields of `whole` that `shown` has too, in lists element by element. */
export function sameFields(whole: unknown, shown: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(whole)) {
    expect(whole).toHaveLength(shown.length);
    return shown.map((element, index) => sameFields(whole[index], element));
  }
  if (typeof shown !== 'object' || shown === null) return whole;
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      sameFields((whole as Record<string, unknown>)[name], value),
    ]),
  );
}
