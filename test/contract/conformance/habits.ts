/**
 * Habits of operators that clients must live with (docs/interface.md, "Left open by the interface"): what
 * each does in another way than our service, and the cases that say `deviates` of it. Most say nothing.
 */
import type { ConformanceConfig } from '../../../src/conformance/operator/config.js';
import type { CaseId } from '../../../src/conformance/operator/interface-statements.js';
import {
  body,
  fields,
  good,
  header,
  isCall,
  isGood,
  refused,
  replacing,
  spelled,
  status,
  together,
  tokenFor,
  type Alteration,
  type Call,
  type Fields,
} from '../../support/operator/alterations.js';
import {
  client,
  knownScopes,
  member,
  product,
  stranger,
  userIdOf,
} from '../../support/operator/honest-operator.js';
import type { Answer } from '../../support/operator/operator.js';
import { CALL_TIMEOUT, later } from './run-against.js';
import { replaced } from './wrong/entitlement.js';
import { hasToken } from './wrong/tokens.js';

export type Habit = readonly [
  name: string,
  deviates: readonly CaseId[],
  alteration: Alteration,
  config?: Partial<ConformanceConfig>,
];

const json = { 'content-type': 'application/json' };
const says = (status: number, message: string): Answer => ({
  status,
  headers: json,
  body: { message },
});

/** Refuses a client and tells why, with a status of its own. */
const refusingClients: Alteration = refused('4.1', (answer, { body: sent }) => {
  const form = new URLSearchParams(sent);
  if (!form.get('client_secret')) return says(401, 'client_secret is required');
  if (answer.status !== 401) return answer;
  return form.get('client_id') === 'client-1'
    ? says(403, 'Invalid client credentials')
    : says(403, 'Client not found');
});

/** `{ "error": { "code", "message", "details" } }`, as newer calls answer. */
const newerErrors: Alteration = (seen, honest) => {
  const answer = honest(seen);
  if (isGood(answer) || !['4.2', '4.3', '4.4'].some((call) => isCall(call as '4.2', seen)))
    return answer;
  const { title, detail } = answer.body as { title: string; detail: string };
  const code = title.toLowerCase().replaceAll(' ', '_');
  return { ...answer, headers: json, body: { error: { code, message: detail, details: [] } } };
};

/** Every word that operators say of a limit. */
const limit: Answer = {
  headers: {
    ...json,
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '30',
  },
  body: {
    error: { code: 'rate_limit_exceeded', message: 'Too many requests', retry_after: 30 },
  },
};

/** Limits the first user look-up, and answers the next. */
function limitingOnce(answer: Answer): Alteration {
  let isFirst = true;
  return good('4.2', (usual) => {
    if (!isFirst) return usual;
    isFirst = false;
    return { status: 429, ...answer };
  });
}

const consumeLanguages = ['cs', 'da', 'en', 'fi', 'it', 'nb', 'pl', 'sv'];

export const createHabits = (): readonly Habit[] => [
  ['refuses clients with 403 and a message', ['4.1-9', '4.1-10', '4.1-12'], refusingClients],
  [
    'gives tokens of any visible letters',
    ['4.1-4'],
    together([
      fields('4.1', ({ access_token: token }) => ({ access_token: `17|${token as string}` })),
      (seen, honest) =>
        honest({
          ...seen,
          headers: {
            ...seen.headers,
            authorization: seen.headers.authorization?.replace('17|', ''),
          },
        }),
    ]),
  ],
  [
    'accepts any onboardingOriginId',
    ['4.3-17'],
    replaced('onboardingOriginId', client.onboardingOriginId),
  ],
  ['leaves out scope', [], fields('4.1', { scope: undefined })],
  ['writes bearer in lower case', ['4.1-5'], fields('4.1', { token_type: 'bearer' })],
  ['gives tokens for an hour', ['8-1'], fields('4.1', { expires_in: 3600 })],
  ['says nothing of caches with a token', ['4.1-8'], header('4.1', { 'cache-control': undefined })],
  ['answers errors with a code and a message', ['5-2'], newerErrors],
  ['limits a call, and says for how long', [], limitingOnce(limit)],
  ['has more fields than the interface', [], fields('4.3', { state: 'ACTIVE', validTo: null })],
  [
    'sells by subscription',
    ['4.3-8'],
    fields('4.3', ({ purchaseOptionData: data }) => ({
      purchaseOptionData: { ...(data as Fields), purchaseType: 'RECURRING' },
    })),
  ],
  [
    'refuses a user who has no access with 403',
    ['4.3-12'],
    good('4.3', (answer, seen) =>
      seen.body.includes(userIdOf(stranger)) ? says(403, 'No access') : answer,
    ),
  ],
  [
    'gives a link in the format URL too',
    [],
    body('4.4', (items) => [
      { ...(items as Fields[])[0], id: 'item0', type: 'url', mimeType: 'text/html' },
      ...(items as Fields[]),
    ]),
  ],
  [
    'answers with an empty list where there is no entitlement',
    ['4.4-11', '4.4-12'],
    refused('4.4', (answer) => (answer.status === 404 ? { body: [] } : answer)),
  ],
  [
    'names the member in what it parses',
    ['4.5-9'],
    fields('4.5', ({ title }, { path }) => ({
      titleWithUsername: `${title as string} (Jane Doe)`,
      user: { id: userIdOf(member), name: 'Jane Doe', email: member },
      owner: { name: 'Jane Doe', email: member },
      rssUrl: new URLSearchParams(path.split('?')[1]).get('url'),
    })),
  ],
  [
    'has null for a duration that it cannot read',
    ['4.5-5'],
    fields('4.5', ({ episodes }) => ({
      episodes: (episodes as Fields[]).map((episode) => ({ ...episode, duration: null })),
    })),
  ],
  [
    'has its page in eight languages',
    [],
    good('4.6', (answer, { path }) =>
      consumeLanguages.includes(path.slice('/consume/'.length, '/consume/'.length + 2))
        ? answer
        : { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' },
    ),
  ],
  [
    'says nothing of frames, referrers and caches with its page',
    ['4.6-4', '4.6-5', '4.6-6'],
    header('4.6', {
      'content-security-policy': undefined,
      'referrer-policy': undefined,
      'cache-control': undefined,
    }),
  ],
  [
    'has no reset',
    [],
    (seen, honest) => (isCall('reset', seen) ? says(404, 'Cannot POST') : honest(seen)),
  ],
];

/** Names a type of every problem. */
const problems = (type: string): Alteration =>
  together(
    (['4.2', '4.3', '4.4', '4.5'] as const).map((call) =>
      refused(call, (answer) => ({ ...answer, body: { ...(answer.body as object), type } })),
    ),
  );

const weakSecret = { clientSecret: 'secret' };

/** Knows the client by a secret that is a word, and describes each refusal of a token. */
const naming =
  (description: string): Alteration =>
  (seen, honest) => {
    const form = new URLSearchParams(seen.body);
    if (form.get('client_secret') === weakSecret.clientSecret) {
      form.set('client_secret', client.clientSecret);
    }
    const answer = honest(isCall('4.1', seen) ? { ...seen, body: form.toString() } : seen);
    if (!isCall('4.1', seen) || isGood(answer)) return answer;
    return { ...answer, body: { ...(answer.body as object), error_description: description } };
  };

/** Puts a byte-order mark before the JSON of a call. */
const withMark = (call: Call) => body(call, (value) => `\ufeff${JSON.stringify(value)}`);

/** The same JSON, with the fields of each object the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([name, inner]) => [name, turned(inner)]));
}

const html = { 'content-type': 'text/html' };
const xml = { 'content-type': 'application/xml' };

const eachEpisode = (change: Fields) =>
  fields('4.5', ({ episodes }) => ({
    episodes: (episodes as Fields[]).map((episode) => ({ ...episode, ...change })),
  }));

/** Gives the podcast a field under another name. */
const renamed = (from: string, to: string) =>
  fields('4.5', (podcast) => ({ [from]: undefined, [to]: podcast[from] }));

/** Leads from a feed link to a server of files. */
const movingFeeds: Alteration = (seen, honest) => {
  if (seen.path.startsWith('/files/')) return honest({ ...seen, path: seen.path.slice(6) });
  return good('feed', () => ({ status: 302, headers: { location: `/files${seen.path}` } }))(
    seen,
    honest,
  );
};
const allScopes = knownScopes.join(' ');

/** Habits that no known operator has, and that are allowed all the same. */
export const createOddities = (): readonly Habit[] => [
  [
    'creates access for whoever it is asked for',
    ['4.3-12'],
    good('4.3', (answer, seen) => {
      const { userId } = JSON.parse(seen.body) as { userId: string };
      const created = { entitlementId: 'ent:2', userId, purchaseOptionId: 'po1' };
      const purchaseOptionData = { ...product, purchaseType: 'OWN' };
      return userId === userIdOf(member)
        ? answer
        : { ...answer, body: [{ ...created, ...product, purchaseOptionData }] };
    }),
  ],
  ['answers a user with 201', ['4.2-1'], status('4.2', 201)],
  ['answers an entitlement with 201', ['4.3-1'], status('4.3', 201)],
  ['answers a link with 203', ['4.4-1'], status('4.4', 203)],
  ['answers a podcast with 203', ['4.5-1'], status('4.5', 203)],
  ['sends the user as text/html', ['4.2-2'], header('4.2', html)],
  ['sends entitlements as text/html', ['4.3-2'], header('4.3', html)],
  ['sends links as text/plain', ['4.4-2'], header('4.4', { 'content-type': 'text/plain' })],
  ['sends the podcast as text/javascript', ['4.5-2'], header('4.5', html)],
  ['parses a feed to XML', ['4.5-2'], good('4.5', () => ({ headers: xml, body: '<podcast/>' }))],
  ['parses a feed to a list', ['4.5-3'], body('4.5', (podcast) => [podcast])],
  ['calls the episodes items', ['4.5-3'], renamed('episodes', 'items')],
  ['has no title of the podcast', ['4.5-3'], fields('4.5', { title: undefined })],
  ['gives an episode without a guid', ['4.5-4'], eachEpisode({ guid: undefined })],
  ['gives an episode an empty title', [], eachEpisode({ title: '' })],
  ['gives a duration as a text', ['4.5-5'], eachEpisode({ duration: '1:00' })],
  [
    'has no page in English',
    ['4.6-2'],
    good('4.6', (answer, { path }) =>
      path.startsWith('/consume/en') ? { ...answer, status: 404 } : answer,
    ),
  ],
  ['finds users whatever the scope', ['4.2-11'], tokenFor('4.2', 403, hasToken)],
  ['gives access whatever the scope', ['4.3-22'], tokenFor('4.3', 403, hasToken)],
  ['gives a link whatever the scope', ['4.4-18'], tokenFor('4.4', 403, hasToken)],
  [
    'refuses addresses whose letters are encoded',
    ['4.2-8'],
    (seen, honest) =>
      isCall('4.2', seen) && /%[4-7][1-9a]/i.test(seen.path.replaceAll('%40', '@'))
        ? says(400, 'Bad request')
        : honest(seen),
  ],
  [
    'has a firewall that refuses a dot which is encoded',
    [],
    (seen, honest) => (/%2e/i.test(seen.path) ? says(400, 'Bad request') : honest(seen)),
  ],
  ['writes the type in capitals', ['4.4-4'], fields('4.4', { type: 'FEED' })],
  [
    'names the charset of a feed',
    ['4.4-5'],
    fields('4.4', { mimeType: 'application/rss+xml; charset=utf-8' }),
  ],
  [
    'lists the feeds of other products first',
    [],
    body('4.4', (items) => [
      ...(items as Fields[]).map((item) => ({
        ...item,
        id: 'item0',
        filename: 'sid:two_private.rss',
        url: 'https://feeds.example.com/two',
      })),
      ...(items as Fields[]),
    ]),
  ],
  ['has its feeds at another host', [], movingFeeds],
  [
    'has a feed that a strict reader refuses',
    ['1-1'],
    good('feed', (answer) => ({
      ...answer,
      body: (answer.body as string).replace('One', 'One & two'),
    })),
  ],
  [
    'has a page that offers no app',
    ['4.6-9'],
    good('4.6', (answer) => ({ ...answer, body: '<!doctype html><html lang="sv"></html>' })),
  ],
  [
    'shows what it was given in a field',
    [],
    (seen, honest) => {
      const answer = honest(seen);
      const rss = new URLSearchParams(seen.path.split('?')[1]).get('rss') ?? '';
      return isCall('4.6', seen) && rss.startsWith('javascript:')
        ? { ...answer, body: `<html lang="sv"><input readonly value="${rss}"></html>` }
        : answer;
    },
  ],
  [
    'has caches ask for the page each time',
    ['4.6-6'],
    header('4.6', { 'cache-control': 'public, max-age=0, must-revalidate' }),
  ],
  [
    'has caches ask for the token each time',
    ['4.1-8'],
    header('4.1', { 'cache-control': 'no-cache, max-age=0, s-maxage=0' }),
  ],
  [
    'has caches ask for the user each time',
    ['4.2-13'],
    header('4.2', { 'cache-control': 'public, no-cache' }),
  ],
  ...(['4.1', '4.2', '4.3', '4.4', '4.5'] as const).flatMap((call): Habit[] => [
    [`has the fields of ${call} in another order`, [], body(call, turned)],
    [
      `answers ${call} as late as clients wait`,
      [],
      good(call, (answer) => later(CALL_TIMEOUT - 1, answer)),
    ],
  ]),
  [
    'grants scopes in another order',
    [],
    fields('4.1', ({ scope }) => ({ scope: (scope as string).split(' ').toReversed().join(' ') })),
  ],
  [
    'has another product before the one that was asked for',
    ['4.3-9'],
    body('4.3', (list) => {
      const others = (list as Fields[]).map((one) => ({
        ...one,
        entitlementId: 'ent:0',
        sku: 'sid:0',
      }));
      return [...others, ...(list as Fields[])];
    }),
  ],
  ['describes its errors under /home', [], problems('https://docs.example.com/home/errors/404')],
  ['describes its errors in its own home', [], problems('/home/errors')],
  ['names the field that is missing', [], naming('client_secret is required'), weakSecret],
  [
    'has a gateway that answers 403 to what it does not know',
    [],
    (seen, honest) =>
      seen.method === 'POST' && /\/vault\/entitlements\/[^/]+\//.test(seen.path)
        ? says(403, 'Missing Authentication Token')
        : honest(seen),
  ],
  ...(['4.1', '4.2', '4.3', '4.4', '4.5'] as const).map((call): Habit => [
    `sends a byte-order mark in ${call}`,
    [`${call}-3`],
    withMark(call),
  ]),
  [
    'takes JSON and forms under another media type',
    [],
    (seen, honest) => {
      const type = isCall('4.1', seen) ? 'application/x-www-form-urlencoded' : 'application/json';
      return honest({ ...seen, headers: { ...seen.headers, 'content-type': type } });
    },
  ],
  [
    'refuses to create users',
    ['4.2-14'],
    good('4.2', (answer, { path }) =>
      path.includes('conformance.invalid') ? says(403, 'Not allowed') : answer,
    ),
  ],
  ['gives every scope with each token', ['4.1-17'], fields('4.1', { scope: allScopes })],
  [
    'has a sku without a prefix',
    ['4.3-23'],
    spelled(
      (text) => text.replaceAll(product.sku, 'show-one'),
      (text) => text.replaceAll('show-one', product.sku),
    ),
    { sku: 'show-one' },
  ],
  [
    'tells another’s entitlement from an unknown one',
    ['4.4-13'],
    replacing('4.4', 404, says(404, 'This is not yours.'), ({ path }) =>
      path.includes(encodeURIComponent(userIdOf(stranger))),
    ),
  ],
  [
    'takes every page for an English one',
    ['4.6-3'],
    good('4.6', (answer) => ({
      ...answer,
      body: (answer.body as string).replace(/lang="\w+"/, 'lang="en"'),
    })),
  ],
  [
    'refuses with a page',
    ['7-1'],
    replacing('4.4', 404, { status: 404, headers: html, body: '<h1>Not found</h1>' }),
  ],
  ['limits without a time', ['8-2'], limitingOnce({ headers: json, body: {} })],
];

/** An operator with all of these habits at once. */
export const withHabits = (habits: readonly Habit[]): Alteration =>
  together(habits.map(([, , alteration]) => alteration));
