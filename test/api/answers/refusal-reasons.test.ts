/** A refusal is either the member's lack of access or the fault of the publisher's own client. */
import { describe, expect, it } from 'vitest';
import {
  explainAccess,
  explainClientRefusal,
  explainLookup,
  missingScopes,
} from '../../../src/api/answers/refusal-reasons.js';
import { errorFromAnswer } from '../../../src/api/answers/error-from-answer.js';
import type { Explain } from '../../../src/errors/failed-answer.js';
import type { ErrorCode } from '../../../src/errors/private-podcast-error.js';

function codeOf(explain: Explain, status: number, body?: unknown, headers: HeadersInit = {}) {
  const answer = { status, body, headers: new Headers(headers) };
  return errorFromAnswer('The feed service', answer, 0, { explain }).code;
}

/** One reason, in every shape that services fail in. */
const shapes: Record<string, (reason: string) => unknown> = {
  message: (reason) => ({ message: reason }),
  error: (reason) => ({ error: reason }),
  'error and description': (reason) => ({ error: 'access_denied', error_description: reason }),
  'the code of an error': (reason) => ({ error: { code: reason, message: 'No.', details: {} } }),
  'the message of an error': (reason) => ({ error: { code: 'E1', message: reason } }),
  'a problem’s title': (reason) => ({ type: 'about:blank', title: reason, status: 403 }),
  'a problem’s detail': (reason) => ({ title: 'Forbidden', status: 403, detail: reason }),
  'a problem’s type': (reason) => ({ type: `https://operator.example/${reason}`, status: 403 }),
  'a problem’s code': (reason) => ({ title: 'Forbidden', code: reason }),
};

describe.each(Object.entries(shapes))('explainAccess: a reason in %s', (_, shape) => {
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
      expect(codeOf(explainAccess, status, shape(reason))).toBe(code);
  });
});

describe('explainAccess', () => {
  it.each([402, 403, 404])('reads %i without a reason as no-access', (status) => {
    for (const body of [undefined, null, '', 7, [], {}, { message: 7, error: null }]) {
      expect(codeOf(explainAccess, status, body)).toBe('no-access');
    }
  });

  it.each<[number, ErrorCode]>([
    [402, 'forbidden'],
    [403, 'forbidden'],
    [404, 'not-found'],
  ])('reads a gateway’s page with %i as %s', (status, code) => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    expect(codeOf(explainAccess, status, undefined, headers)).toBe(code);
  });

  it.each<ErrorCode>(['forbidden', 'not-found', 'no-access', 'unauthorized', 'rate-limited'])(
    'keeps the code %s of our own service',
    (code) => {
      const problem = { type: 'about:blank', title: 'T', status: 403, detail: 'D.', code };
      for (const status of [403, 404]) expect(codeOf(explainAccess, status, problem)).toBe(code);
    },
  );

  it('reads the challenge in WWW-Authenticate', () => {
    const challenge = (error: string) => ({ 'www-authenticate': `Bearer error="${error}"` });
    expect(codeOf(explainAccess, 403, {}, challenge('insufficient_scope'))).toBe('forbidden');
    expect(codeOf(explainAccess, 403, {}, challenge('invalid_token'))).toBe('unauthorized');
  });

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

  it('reads a page with 404 as bad-response, not as an unknown user', () => {
    const headers = { 'content-type': 'text/html' };
    expect(codeOf(explainLookup, 404, undefined, headers)).toBe('bad-response');
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

describe('missingScopes', () => {
  it.each<[string, string | undefined, string[]]>([
    ['a b', undefined, []],
    ['a b', '', []],
    ['a b', 'b a', []],
    ['a b', 'a,b', []],
    ['a b', 'a', ['b']],
    [' a  b ', 'c', ['a', 'b']],
    ['a', 'ab', ['a']],
  ])('given the request %j and the grant %j, returns %j', (requested, granted, missing) => {
    expect(missingScopes(requested, granted)).toEqual(missing);
  });
});
