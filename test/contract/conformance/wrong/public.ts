/** Operators that are wrong in 4.5, the parser, and 4.6, the subscription page. */
import {
  body,
  good,
  header,
  query,
  refused,
  type Alteration,
} from '../../../support/operator/alterations.js';
import type { Wrong } from './wrong.js';

const html = { 'content-type': 'text/html' };

export const wrongParsers: readonly Wrong[] = [
  ['asks for a token before it parses', '4.5-1', good('4.5', () => ({ status: 401, body: {} }))],
  [
    'parses a feed to a page',
    '4.5-2',
    good('4.5', () => ({ headers: html, body: '<h1>Show</h1>' })),
  ],
  [
    'breaks off in its JSON',
    '4.5-3',
    body('4.5', (podcast) => JSON.stringify(podcast).slice(0, -1)),
  ],
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

/** Links whatever it is given, in a way of its own. */
const linkingRss =
  (write: (rss: string) => string): Alteration =>
  (seen, honest) => {
    const answer = honest(seen);
    const rss = new URLSearchParams(seen.path.split('?')[1]).get('rss') ?? '';
    if (!rss.startsWith('javascript:')) return answer;
    const link = `<a class="x" href="${write(rss)}">Open</a></body>`;
    return { ...answer, body: (answer.body as string).replace('</body>', () => link) };
  };

export const wrongPages: readonly Wrong[] = [
  ['has no page in Swedish', '4.6-1', without('sv')],
  [
    'answers the page as JSON',
    '4.6-1',
    good('4.6', () => ({ body: { title: 'The Member Show' } })),
  ],
  ['sends its address to other sites', '4.6-4', header('4.6', { 'referrer-policy': 'unsafe-url' })],
  [
    'sends its address to other sites, for browsers that know no other word',
    '4.6-4',
    header('4.6', { 'referrer-policy': 'no-referrer, unsafe-url, foo' }),
  ],
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
  [
    'links a script that is written with entities',
    '4.6-8',
    linkingRss((rss) => rss.replace(':', '&#58;')),
  ],
  ['links a script after a line break', '4.6-8', linkingRss((rss) => `\n ${rss}`)],
];
