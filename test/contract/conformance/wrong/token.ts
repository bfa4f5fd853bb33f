/** Operators that are wrong in 4.1, the access token. */
import {
  body,
  fields,
  form,
  header,
  refused,
  status,
  type Alteration,
} from '../../../support/operator/alterations.js';
import { client, knownScopes } from '../../../support/operator/honest-operator.js';
import type { Wrong } from './wrong.js';

/** Puts what is right in the place of a field that is missing. */
const filled = (name: string, value: string) =>
  form((sent) => (sent.get(name) ? {} : { [name]: value }));
/** Puts what is right in the place of anything else. */
const replaced = (name: string, value: string) =>
  form((sent) => (sent.get(name) ? { [name]: value } : {}));

const allScopes = knownScopes.join(' ');

/** Takes any scope, and says that it has granted it. */
const grantingAny: Alteration = (seen, honest) => {
  const asked = new URLSearchParams(seen.body).get('scope') ?? '';
  if (asked.split(' ').every((scope) => scope === '' || knownScopes.includes(scope))) {
    return honest(seen);
  }
  const granting = fields('4.1', { scope: asked });
  return granting(seen, (sent) => replaced('scope', allScopes)(sent, honest));
};

export const wrongTokens: readonly Wrong[] = [
  ['answers a token with 201', '4.1-1', status('4.1', 201)],
  ['sends the token as text/plain', '4.1-2', header('4.1', { 'content-type': 'text/plain' })],
  ['sends the token without a media type', '4.1-2', header('4.1', { 'content-type': '' })],
  ['answers a list that holds the token', '4.1-3', body('4.1', (token) => [token])],
  ['has no access_token', '4.1-4', fields('4.1', { access_token: undefined })],
  ['gives a token with a space in it', '4.1-4', fields('4.1', { access_token: 'two words' })],
  ['gives a number as the token', '4.1-4', fields('4.1', { access_token: 12_345_678 })],
  ['has the token_type mac', '4.1-5', fields('4.1', { token_type: 'mac' })],
  ['has no token_type', '4.1-5', fields('4.1', { token_type: undefined })],
  ['gives expires_in as a text', '4.1-6', fields('4.1', { expires_in: '86400' })],
  ['has no expires_in', '4.1-6', fields('4.1', { expires_in: undefined })],
  ['gives a token that has expired', '4.1-6', fields('4.1', { expires_in: 0 })],
  ['gives expires_in with a fraction', '4.1-6', fields('4.1', { expires_in: 86_400.5 })],
  [
    'leaves out one scope of two',
    '4.1-7',
    fields('4.1', ({ scope }) => (scope === allScopes ? { scope: knownScopes[0] } : {})),
  ],
  ['gives an empty scope', '4.1-7', fields('4.1', { scope: '' })],
  [
    'answers a page to an unknown scope',
    '4.1-16',
    (seen, honest) =>
      seen.body.includes('nobody')
        ? { headers: { 'content-type': 'text/html' }, body: '<h1>Scopes</h1>' }
        : honest(seen),
  ],
  [
    'writes the scopes with commas',
    '4.1-7',
    fields('4.1', ({ scope }) => ({ scope: (scope as string).replace(' ', ',') })),
  ],
  ['gives the scopes as a list', '4.1-7', fields('4.1', ({ scope }) => ({ scope: [scope] }))],
  ['lets caches keep the token', '4.1-8', header('4.1', { 'cache-control': 'public, max-age=60' })],
  ['accepts a wrong secret', '4.1-9', replaced('client_secret', client.clientSecret)],
  ['accepts an unknown client', '4.1-10', replaced('client_id', client.clientId)],
  ['does without client_id', '4.1-11', filled('client_id', client.clientId)],
  ['does without client_secret', '4.1-12', filled('client_secret', client.clientSecret)],
  ['does without grant_type', '4.1-13', filled('grant_type', 'client_credentials')],
  ['does without scope', '4.1-14', filled('scope', allScopes)],
  [
    'breaks at a form under another media type',
    '4.1-18',
    refused('4.1', (answer, { headers }) =>
      headers['content-type'] === 'text/plain' ? { status: 500, body: {} } : answer,
    ),
  ],
  ['accepts any grant_type', '4.1-15', replaced('grant_type', 'client_credentials')],
  ['grants a scope that nobody has', '4.1-16', grantingAny],
  [
    'lists the scopes of a token that has one',
    '4.1-17',
    fields('4.1', ({ scope }) => (scope === knownScopes[0] ? { scope: [scope] } : {})),
  ],
];
