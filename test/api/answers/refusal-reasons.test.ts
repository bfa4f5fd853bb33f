/** A refusal is either the member's lack of access or the fault of the publisher's own client. */
import { describe, expect, it } from 'vitest';
import {
  explainAccess,
  explainClientRefusal,
  explainLookup,
} from '../../../src/api/answers/refusal-reasons.js';
import { errorFromAnswer } from '../../../src/api/answers/error-from-answer.js';
import type { Explain } from '../../../src/errors/failed-answer.js';
import type { ErrorCode } from '../../../src/errors/private-podcast-error.js';

function codeOf(explain: Explain, status: number, body?: unknown, headers: HeadersInit = {}) {
  const answer = { status, body, headers: new Headers(headers) };
  return errorFromAnswer('The feed service', answer, 0, { explain }).code;
}

describe('explainAccess', () => {
  it.each<[string, ErrorCode]>([
    ['Insufficient scope', 'forbidden'],
    ['insufficient_scope', 'forbidden'],
    ['invalid_scope', 'forbidden'],
    ['missing-scopes', 'forbidden'],
    ['Unknown onboardingOriginId', 'forbidden'],
    ['Invalid client credentials', 'unauthorized'],
    ['Client not found', 'unauthorized'],
    ['unauthorized_client', 'unauthorized'],
    ['invalid_token', 'unauthorized'],
    ['expired access token', 'unauthorized'],
    ['rate_limit_exceeded', 'rate-limited'],
    ['Too many requests', 'rate-limited'],
    ['No route matched with those values', 'not-found'],
    ['Cannot POST /vault/entitlements', 'not-found'],
    ['no_access', 'no-access'],
    ['User has no entitlement for this product', 'no-access'],
    ['The client of the membership has ended it', 'no-access'],
  ])('reads "%s" as %s with 403 and 404', (reason, code) => {
    for (const status of [403, 404])
      expect(codeOf(explainAccess, status, { message: reason })).toBe(code);
  });

  it.each([402, 403, 404])('reads %i without a reason as no-access', (status) => {
    for (const body of [undefined, null, '', 7, [], {}, { message: 7, error: null }]) {
      expect(codeOf(explainAccess, status, body)).toBe('no-access');
    }
  });

  it.each<ErrorCode>(['forbidden', 'not-found', 'no-access', 'unauthorized', 'rate-limited'])(
    'keeps the code %s of our own service',
    (code) => {
      const problem = { type: 'about:blank', title: 'T', status: 403, detail: 'D.', code };
      for (const status of [403, 404]) expect(codeOf(explainAccess, status, problem)).toBe(code);
    },
  );

  it.each<[number, ErrorCode]>([
    [400, 'bad-input'],
    [401, 'unauthorized'],
    [409, 'unavailable'],
    [410, 'not-found'],
    [500, 'unavailable'],
  ])('reads %i as any call does: %s', (status, code) => {
    expect(codeOf(explainAccess, status, { message: 'insufficient scope' })).toBe(code);
  });
});

describe('explainLookup', () => {
  it.each<[number, unknown, ErrorCode]>([
    [404, { message: 'no such user' }, 'not-found'],
    [404, undefined, 'not-found'],
    [403, undefined, 'forbidden'],
    [403, { message: 'Client not found' }, 'unauthorized'],
    [402, undefined, 'forbidden'],
    [409, undefined, 'unavailable'],
  ])('reads %i with %j as %s', (status, body, code) => {
    expect(codeOf(explainLookup, status, body)).toBe(code);
  });
});

describe('explainClientRefusal', () => {
  it.each<[unknown, ErrorCode]>([
    [undefined, 'unauthorized'],
    [{ message: 'Client not found' }, 'unauthorized'],
    [{ message: 'Insufficient scope' }, 'forbidden'],
    [{ error: { code: 'rate_limit_exceeded' } }, 'rate-limited'],
  ])('reads 403 with %j as %s', (body, code) => {
    expect(codeOf(explainClientRefusal, 403, body)).toBe(code);
  });
});
