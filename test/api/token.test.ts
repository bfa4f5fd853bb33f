import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownRuntime } from '../../src/api/requests/request-service.js';
import { issueToken } from '../../src/api/token.js';
import { failure } from '../support/operator/failures.js';
import {
  secrets,
  startOperator,
  type Answer,
  type Operator,
} from '../support/operator/operator.js';

let operator: Operator;
beforeEach(async () => (operator = await startOperator()));
afterEach(() => operator.close());

function issue() {
  return issueToken(ownRuntime, {
    tokenUrl: operator.url,
    clientId: 'client 1&',
    clientSecret: secrets.clientSecret,
    scope: 'vault:impersonate profile:user:read',
  });
}

const token = { access_token: secrets.accessToken };

describe('issueToken: requests and answers', () => {
  it('sends the four form fields of 4.1', async () => {
    await issue();
    const [asked] = operator.seen;
    expect(asked).toMatchObject({ method: 'POST', path: '/oauth/token' });
    expect(asked?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      client_id: 'client 1&',
      client_secret: secrets.clientSecret,
      grant_type: 'client_credentials',
      scope: 'vault:impersonate profile:user:read',
    });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'the form with a scope',
      { token_type: 'Bearer', scope: 'a b', expires_in: 9 },
      { scope: 'a b' },
    ],
    ['the form without a scope', { token_type: 'Bearer', expires_in: 9 }, { expires_in: 9 }],
    ['a lifetime with a fraction', { expires_in: '9.5' }, { expires_in: 9.5 }],
    ['unknown fields', { further: [1] }, { further: [1] }],
  ])('reads %s', async (_, more, read) => {
    operator.answer('POST /oauth/token', { body: { ...token, ...more } });
    expect(await issue()).toMatchObject({ ...token, ...read });
  });
});

describe('issueToken: refusals', () => {
  it.each<[string, RegExp, Answer]>([
    ['unauthorized', /clientId/, { status: 403, body: { message: 'Invalid client credentials' } }],
    ['unauthorized', /clientId/, { status: 403, body: { message: 'Client not found' } }],
    ['unauthorized', /clientSec/, { status: 401, body: { message: 'client_secret is required' } }],
    ['unauthorized', /clientId/, { status: 400, body: { error: 'invalid_client' } }],
    ['unauthorized', /clientId/, { status: 401, body: { error: 'invalid_client' } }],
    ['forbidden', /scope/, { status: 400, body: { error: 'invalid_scope' } }],
    ['forbidden', /scope/, { status: 400, body: { error: 'unauthorized_client' } }],
    ['bad-input', /tokenUrl/, { status: 400, body: { error: 'invalid_request' } }],
    [
      'unauthorized',
      /clientId/,
      { status: 401, body: { error: { code: 'X', message: 'no', details: {} } } },
    ],
    ['unavailable', /later/, { status: 502, body: '<h1>Bad gateway</h1>' }],
    ['bad-response', /JSON/, { status: 200, body: '<h1>Log in</h1>' }],
    ['bad-response', /JSON/, { status: 200 }],
    ['bad-response', /access_token/, { status: 200, body: { token_type: 'Bearer' } }],
    [
      'bad-response',
      /access_token/,
      { status: 200, body: { access_token: `${secrets.accessToken}\r\nx: y` } },
    ],
    ['bad-response', /token_type/, { status: 200, body: { ...token, token_type: 'mac' } }],
  ])('rejects with %s and the message %s (%#)', async (code, message, answer) => {
    operator.answer('POST /oauth/token', answer);
    const error = await failure(issue());
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });
});
