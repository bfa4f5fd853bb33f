/** Operators that are wrong in 4.5, the parser, and 4.6, the subscription page. */
import {
  body,
  fields,
  good,
  header,
  query,
  refused,
  type Fields,
} from '../../../support/operator/alterations.js';
import type { Wrong } from './wrong.js';

const eachEpisode = (change: Fields) =>
  fields('4.5', ({ episodes }) => ({
    episodes: (episodes as Fields[]).map((episode) => ({ ...episode, ...change })),
  }));
const html = { 'content-type': 'text/html' };

export const wrongParsers: readonly Wrong[] = [
  ['asks for a token before it parses', '4.5-1', good('4.5', () => ({ status: 401, body: {} }))],
  [
    'sends the podcast as text/javascript',
    '4.5-2',
    header('4.5', { 'content-type': 'text/javascript' }),
  ],
  [
    'parses a feed to a page',
    '4.5-2',
    good('4.5', () => ({ headers: html, body: '<h1>Show</h1>' })),
  ],
  ['parses a feed to a list', '4.5-3', body('4.5', (podcast) => [podcast])],
  ['has no episodes', '4.5-3', fields('4.5', { episodes: undefined })],
  [
    'gives episodes as an object',
    '4.5-3',
    fields('4.5', ({ episodes }) => ({ episodes: { episodes } })),
  ],
  ['has no title of the podcast', '4.5-3', fields('4.5', { title: undefined })],
  ['gives an episode without a guid', '4.5-4', eachEpisode({ guid: undefined })],
  ['gives an episode without a title', '4.5-4', eachEpisode({ title: undefined })],
  ['gives a duration as a text', '4.5-5', eachEpisode({ duration: '1:00' })],
  [
    'parses without url',
    '4.5-6',
    refused('4.5', (answer, { path }) =>
      /[?&]url=./.test(path) ? answer : { body: { title: '', episodes: [] } },
    ),
  ],
  [
    'parses without format',
    '4.5-7',
    query('4.5', (sent) => (sent.get('format') ? {} : { format: 'service' })),
  ],
  [
    'reads files of its own',
    '4.5-8',
    refused('4.5', (answer, { path }) =>
      /[?&]url=(?!http|&|$)/.test(path) ? { body: { title: 'A file', episodes: [] } } : answer,
    ),
  ],
];

/** Has no page in a language. */
const without = (locale: string) =>
  good('4.6', (answer, { path }) =>
    path.startsWith(`/consume/${locale}`) ? { ...answer, status: 404 } : answer,
  );

export const wrongPages: readonly Wrong[] = [
  ['has no page in Swedish', '4.6-1', without('sv')],
  ['has no page in English', '4.6-2', without('en')],
  [
    'answers the page as JSON',
    '4.6-1',
    good('4.6', () => ({ body: { title: 'The Member Show' } })),
  ],
  ['sends its address to other sites', '4.6-4', header('4.6', { 'referrer-policy': 'unsafe-url' })],
  ['lets caches keep the page', '4.6-6', header('4.6', { 'cache-control': 'public, max-age=60' })],
  [
    'breaks without rss',
    '4.6-7',
    refused('4.6', () => ({ status: 500, headers: html, body: '<h1>Internal error</h1>' })),
  ],
  [
    'writes rss into the page as it is',
    '4.6-8',
    (seen, honest) => {
      const answer = honest(seen);
      const rss = new URLSearchParams(seen.path.split('?')[1]).get('rss') ?? '';
      return seen.path.startsWith('/consume/')
        ? { ...answer, body: (answer.body as string).replace('</body>', () => `${rss}</body>`) }
        : answer;
    },
  ],
];
