/** Laws of failed answers: which code they get, whatever the body is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { codeOfAnswer, problemCode } from '../../src/errors/failed-answer.js';
import { errorCodes } from '../../src/errors/private-podcast-error.js';
import { problemDetailsSchema } from '../../src/errors/problem-details.js';
import { codeOfStatus } from '../../src/errors/status.js';

const headers = new Headers();
const statuses = fc.integer({ min: 100, max: 599 });

describe('codeOfStatus', () => {
  it('says of each status of a server that it is unavailable, of each other one that it makes no sense, but for those with a code of their own', () => {
    const own = [400, 401, 403, 404, 408, 410, 413, 422, 429, 504];
    const others = Array.from({ length: 500 }, (_, at) => at + 100).filter(
      (status) => !own.includes(status),
    );
    for (const status of others)
      expect(codeOfStatus(status)).toBe(status >= 500 ? 'unavailable' : 'bad-response');
    for (const status of own)
      expect(codeOfStatus(status)).not.toMatch(/^(unavailable|bad-response)$/);
  });
});

describe('codeOfAnswer', () => {
  it('believes the explanation from 400 on, and else the status', () => {
    fc.assert(
      fc.property(statuses, fc.constantFrom(...errorCodes, undefined), (status, explained) => {
        const code = codeOfAnswer({ status, headers, body: undefined }, () => explained);
        expect(code).toBe(status >= 400 && explained ? explained : codeOfStatus(status));
      }),
    );
  });
});

describe('problemCode', () => {
  it('reads a code that is asked for, and nothing of any other body, as the schema does', () => {
    const bodies = fc.oneof(
      fc.record({
        code: fc.oneof(
          fc.constantFrom<unknown>(...errorCodes, 'NO-ACCESS', 'constructor', ['no-access']),
          fc.jsonValue(),
        ),
        status: fc.constantFrom<unknown>(403, '403', null, []),
        detail: fc.jsonValue(),
      }),
      fc.jsonValue(),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(bodies, fc.subarray([...errorCodes]), (body, codes) => {
        const given: unknown =
          typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
        expect(problemCode(body, codes)).toBe(codes.find((code) => code === given));
        const read = z.safeParse(problemDetailsSchema, body).data?.code;
        expect(read).toBe(problemCode(body, errorCodes));
      }),
    );
  });
});
