import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { codeOfAnswer, problemCode } from '../../src/errors/failed-answer.js';
import { errorCodes, type ErrorCode } from '../../src/errors/private-podcast-error.js';
import {
  problemDetailsSchema,
  problemResponse,
  type ProblemStatus,
} from '../../src/errors/problem-details.js';

describe('problemDetailsSchema', () => {
  it('ignores standard members of the wrong type, and keeps unknown ones', () => {
    const body = { type: 1, title: 2, status: 'x', detail: {}, code: 3, trace: 4 };
    expect(z.parse(problemDetailsSchema, body)).toEqual({ trace: 4 });
  });
});

describe('problemResponse', () => {
  it('writes the members that RFC 9457 names, and forbids storing them', async () => {
    const response = problemResponse(429, 'rate-limited', 'Try again later.', {
      'Retry-After': '7',
    });
    expect(response.status).toBe(429);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      'retry-after': '7',
    });
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Too Many Requests',
      status: 429,
      detail: 'Try again later.',
      code: 'rate-limited',
    });
  });

  it.each<[ProblemStatus, ErrorCode]>([
    [403, 'no-access'],
    [422, 'bad-feed'],
    [503, 'unavailable'],
  ])(
    'writes a body with %i and %s that the schema and problemCode read back',
    async (status, code) => {
      const body: unknown = await problemResponse(status, code, 'Do this.').json();
      expect(z.parse(problemDetailsSchema, body)).toEqual(body);
      expect(problemCode(body, errorCodes)).toBe(code);
    },
  );
});

describe('codeOfAnswer', () => {
  const answer = (status: number, body?: unknown) => ({ status, headers: new Headers(), body });

  it.each<[number, ErrorCode]>([
    [0, 'bad-response'],
    [302, 'bad-response'],
    [400, 'bad-input'],
    [401, 'unauthorized'],
    [402, 'bad-response'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [408, 'timeout'],
    [410, 'not-found'],
    [413, 'bad-input'],
    [422, 'bad-input'],
    [429, 'rate-limited'],
    [499, 'bad-response'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [504, 'timeout'],
    [599, 'unavailable'],
  ])('reads the status %i as %s', (status, code) => {
    expect(codeOfAnswer(answer(status))).toBe(code);
  });
});
