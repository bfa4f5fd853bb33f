import { describe, expect, it } from 'vitest';
import { errorFromAnswer, fieldOf } from '../../../src/api/answers/error-from-answer.js';
import type { ErrorCode } from '../../../src/errors/private-podcast-error.js';

const now = Date.parse('2026-01-02T03:04:05Z');

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

function errorOf({ status = 429, headers = {}, body }: Answer, reading = {}) {
  const answer = { status, headers: new Headers(headers), body };
  return errorFromAnswer('The feed service', answer, now, reading);
}

describe('errorFromAnswer', () => {
  it.each<[number, ErrorCode, RegExp]>([
    [400, 'bad-input', /rejected the values/],
    [401, 'unauthorized', /rejected the credentials/],
    [402, 'forbidden', /refused the call/],
    [409, 'unavailable', /is unavailable/],
    [418, 'bad-response', /unusable answer/],
    [403, 'forbidden', /refused the call/],
    [404, 'not-found', /does not know/],
    [408, 'timeout', /did not answer in time/],
    [429, 'rate-limited', /too many requests/],
    [503, 'unavailable', /is unavailable/],
  ])('reads %i as %s, and says which server failed and what to do', (status, code, message) => {
    const error = errorOf({ status });
    expect(error).toMatchObject({ code, status });
    expect(error.message).toMatch(/^The feed service [a-z].+\. [A-Z].+\.$/);
    expect(error.message).toMatch(message);
  });

  it('prefers the code that the call explains', () => {
    const error = errorOf({ status: 403 }, { explain: () => 'bad-feed' });
    expect(error).toMatchObject({ code: 'bad-feed', status: 403 });
    expect(error.message).toMatch(/^The feed service could not read the feed/);
  });

  it('prefers the message of the call for this code', () => {
    const messages = { forbidden: 'Ask the owner.' };
    expect(errorOf({ status: 403, headers: { 'retry-after': '7' } }, { messages })).toMatchObject({
      code: 'forbidden',
      message: 'Ask the owner.',
      status: 403,
      retryAfter: 7,
    });
    expect(errorOf({ status: 404 }, { messages }).message).toMatch(/^The feed service/);
  });

  it.each([
    [0, undefined],
    [300, 300],
    [399, 399],
  ])('reads %i as a redirect, and asks the call for no explanation', (given, status) => {
    const error = errorOf({ status: given }, { explain: () => 'no-access' });
    expect(error).toMatchObject({ code: 'bad-response', status });
    expect(error.message).toMatch(/^The feed service answered with a redirect/);
  });

  it('does not read 400 as a redirect', () => {
    expect(errorOf({ status: 400 }).message).not.toContain('redirect');
  });
});

describe('errorFromAnswer: retryAfter', () => {
  const inHeader = (value: string): Answer => ({ headers: { 'retry-after': value } });
  const reset = (value: string): Answer => ({ headers: { 'x-ratelimit-reset': value } });

  it.each<[string, Answer, number | undefined]>([
    ['a fraction of a second', inHeader('0.2'), 1],
    ['a date in a form that is obsolete', inHeader('Friday, 02-Jan-26 03:04:35 GMT'), 30],
    ['the longest reset that is a delay', reset('1000000000'), 1e9],
    ['the first reset that is a time', reset('1000000001'), 0],
    ['the longest reset in seconds', reset('100000000000'), 100_000_000_000 - now / 1000],
    ['the first reset in milliseconds', reset('100000000001'), 0],
    ['retry_after in milliseconds since 1970', { body: { retry_after: now + 7_000 } }, 7],
    ['no delay with a unit', inHeader('5 seconds'), undefined],
    ['no date that HTTP does not use', inHeader('2026-01-02T03:04:35Z'), undefined],
    ['no endless delay', reset('1e999'), undefined],
    ['no object', { body: { retry_after: { toString: 1, valueOf: 1 } } }, undefined],
    ['no reset of a limit that was not hit', { status: 503, ...reset('900') }, undefined],
  ])('reads %s', (_, answer, seconds) => {
    expect(errorOf(answer).retryAfter).toBe(seconds);
  });
});

describe('fieldOf', () => {
  it.each([undefined, null, 'text', 7, [], {}])('returns undefined for %j', (value) => {
    expect(fieldOf(value, 'title')).toBeUndefined();
  });
});
