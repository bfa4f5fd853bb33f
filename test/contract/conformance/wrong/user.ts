/** Operators that are wrong in 4.2, the user ID of an address. */
import {
  body,
  fields,
  header,
  good,
  replacing,
  spelled,
  status,
  together,
  tokenFor,
} from '../../../support/operator/alterations.js';
import { member, stranger, userIdOf } from '../../../support/operator/honest-operator.js';
import type { Seen } from '../../../support/operator/operator.js';
import { hasToken, isUnknownToken } from './tokens.js';
import type { Wrong } from './wrong.js';

const memberId = userIdOf(member);
const otherId = userIdOf('other@example.com');

/** Gives a user's ID with a number behind it, and knows the user by it. */
const numbered = (next: (seen: Seen) => string) =>
  together([
    spelled(
      (text) => text,
      (text) => text.replace(/(email(\||%7C)[0-9a-f]{24})-\d+/gi, '$1'),
    ),
    fields('4.2', ({ id }, seen) => {
      const numberedId = `${id as string}-${next(seen)}`;
      return { id: numberedId, userId: numberedId };
    }),
    fields('4.3', (_, seen) => ({ userId: (JSON.parse(seen.body) as { userId: string }).userId })),
  ]);
let calls = 0;

/** Whether letters of an address are percent-encoded. */
const isEncoded = (path: string) => /%[4-7][1-9a]/i.test(path.replaceAll('%40', '@'));

export const wrongUsers: readonly Wrong[] = [
  ['has a fault at each user', '4.2-1', status('4.2', 500)],
  [
    'answers a page in place of the user',
    '4.2-2',
    good('4.2', () => ({ headers: { 'content-type': 'text/html' }, body: '<h1>Log in</h1>' })),
  ],
  ['answers a list that holds the user', '4.2-3', body('4.2', (user) => [user])],
  ['has no id', '4.2-4', fields('4.2', { id: undefined })],
  ['gives a number as the id', '4.2-4', fields('4.2', { id: 51 })],
  [
    'gives an id with a control character',
    '4.2-4',
    fields('4.2', { id: 'email|5f\u0001', userId: 'email|5f\u0001' }),
  ],
  [
    'takes the stranger for the member',
    '4.2-12',
    (seen, honest) =>
      honest({
        ...seen,
        path: seen.path.replace(encodeURIComponent(stranger), () => encodeURIComponent(member)),
      }),
  ],
  [
    'gives an id without a provider',
    '4.2-4',
    spelled(
      (text) => text.replaceAll('email|', 'email-'),
      (text) => text.replaceAll(/email-(?=[0-9a-f]{24})/g, 'email|'),
    ),
  ],
  ['has another userId than id', '4.2-5', fields('4.2', { userId: otherId })],
  ['has no userId', '4.2-5', fields('4.2', { userId: undefined })],
  ['gives hasPrimaryAddress as a text', '4.2-6', fields('4.2', { hasPrimaryAddress: 'true' })],
  ['has no hasPrimaryAddress', '4.2-6', fields('4.2', { hasPrimaryAddress: undefined })],
  ['gives a user another id at each call', '4.2-7', numbered(() => `${calls++}`)],
  [
    'gives a user another id with forceCreation',
    '4.2-7',
    numbered(({ path }) => (path.includes('forceCreation=true') ? '1' : '0')),
  ],
  [
    'takes an address that is encoded otherwise for another user',
    '4.2-8',
    good('4.2', (answer, { path }) =>
      isEncoded(path) ? { ...answer, body: { id: otherId, userId: otherId } } : answer,
    ),
  ],
  ['finds users without a token', '4.2-9', tokenFor('4.2', 401, (seen) => !hasToken(seen))],
  ['finds users with any token', '4.2-10', tokenFor('4.2', 401, isUnknownToken)],
  [
    'looks at no scope',
    '4.2-11',
    together((['4.2', '4.3', '4.4'] as const).map((call) => tokenFor(call, 403, hasToken))),
  ],
  [
    'takes an unknown address for a member',
    '4.2-12',
    replacing('4.2', 404, { body: { id: memberId, userId: memberId, hasPrimaryAddress: true } }),
  ],
  [
    'takes an address that it creates for a member',
    '4.2-14',
    good('4.2', (answer, { path }) =>
      path.includes('conformance.invalid')
        ? { ...answer, body: { id: memberId, userId: memberId, hasPrimaryAddress: true } }
        : answer,
    ),
  ],
  ['lets caches keep the user', '4.2-13', header('4.2', { 'cache-control': 'public, max-age=60' })],
];
