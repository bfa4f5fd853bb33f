/** Laws of failed answers: the delay and the reason, however a server writes them and wherever. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { errorFromAnswer, retryAfterOf } from '../../../src/api/answers/error-from-answer.js';
import {
  explainAccess,
  explainLookup,
  missingScopes,
} from '../../../src/api/answers/refusal-reasons.js';
import { expectPrecedence, type Source } from '../../support/laws/precedence.js';
import { same, spelt } from '../../support/laws/same.js';
import { anyCase } from '../../support/laws/spellings/text.js';
import { httpDate } from '../../support/laws/spellings/values.js';

interface Part {
  headers?: Record<string, string>;
  body?: object;
}

const now = Date.UTC(2026, 0, 1);

function delayOf(parts: readonly Part[], status = 429) {
  const headers = new Headers(
    Object.assign({}, ...parts.map((part) => part.headers)) as Record<string, string>,
  );
  const body: unknown = Object.assign({}, ...parts.map((part) => part.body));
  return retryAfterOf({ status, headers, body }, now);
}

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('retryAfterOf', () => {
  const delays = fc.integer({ min: 0, max: 1e8 });

  it('reads each form of a delay alike, in any time zone of the server', async () => {
    const forms = (plain: string) => {
      const then = new Date(now + Number(plain) * 1000);
      return fc.oneof(
        httpDate(then),
        fc.constantFrom(`${plain}.0`, String(+then / 1000), String(+then)),
      );
    };
    for (const place of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      process.env.TZ = place;
      const read = (text: string) => delayOf([{ headers: { 'Retry-After': text } }]);
      await same(read, spelt(delays.map(String), forms), Number);
      const reset = (text: string) => delayOf([{ headers: { 'X-RateLimit-Reset': text } }]);
      await same(reset, spelt(delays.map(String), forms), Number);
    }
  });

  it('reads a number and its digits alike in a body', () => {
    fc.assert(
      fc.property(delays, fc.constantFrom(0, 0.001, 0.9), (whole, more) => {
        const delay = Math.max(0, whole - more);
        for (const form of [delay, String(delay)]) {
          expect(delayOf([{ body: { retry_after: form } }])).toBe(Math.ceil(delay));
          expect(delayOf([{ body: { error: { retry_after: form } } }])).toBe(Math.ceil(delay));
        }
      }),
    );
  });

  it('is 0 for a time that has passed', () => {
    for (const form of [
      new Date(now - 5000).toUTCString(),
      String((now - 5000) / 1000),
      String(now - 5000),
    ])
      expect(delayOf([{ headers: { 'retry-after': form } }])).toBe(0);
  });

  it('believes the header, then the body, then the reset of a limit', async () => {
    const sources: Source<Part>[] = [
      {
        name: 'Retry-After',
        part: { headers: { 'retry-after': '1' } },
        gives: 1,
        none: ['', 'soon', '-1', 'NaN', 'Infinity'].map((text): Part => ({
          headers: { 'retry-after': text },
        })),
      },
      {
        name: 'error.retry_after',
        part: { body: { error: { retry_after: 2 } } },
        gives: 2,
        none: [null, '', -1, true, 'x', [5]].map((value): Part => ({
          body: { error: { retry_after: value } },
        })),
      },
      {
        name: 'retry_after',
        part: { body: { retry_after: 3 } },
        gives: 3,
        none: [null, '', -1, {}, 'x'].map((value): Part => ({ body: { retry_after: value } })),
      },
      {
        name: 'X-RateLimit-Reset',
        part: { headers: { 'x-ratelimit-reset': '4' } },
        gives: 4,
        none: [{ headers: { 'x-ratelimit-reset': '' } }],
      },
    ];
    await expectPrecedence(sources, (parts) => delayOf(parts));
    await expectPrecedence(sources.slice(0, 3), (parts) =>
      delayOf([...parts, { headers: { 'x-ratelimit-reset': '9' } }], 503),
    );
  });
});

describe('explainAccess and explainLookup', () => {
  const explained = (explain: typeof explainAccess, status: number, part: Part) =>
    explain({ status, headers: new Headers(part.headers), body: part.body });

  it('take a page for no answer about the member, whatever the case of its type (RFC 9110 §8.3.1)', () => {
    const types = fc
      .constantFrom('text/html', 'text/html; charset=utf-8', 'application/xhtml+xml')
      .chain(anyCase);
    fc.assert(
      fc.property(types, fc.constantFrom(402, 403, 404), (type, status) => {
        const part = { headers: { 'content-type': type } };
        expect(explained(explainAccess, status, part)).toBeUndefined();
        expect(explained(explainLookup, 404, part)).toBe('bad-response');
      }),
    );
  });

  it('read a reason wherever the answer states it, in either case', () => {
    const places = fc.constantFrom<(words: string) => Part>(
      (words) => ({ headers: { 'www-authenticate': `Bearer error="${words}"` } }),
      ...['code', 'message', 'error', 'error_description', 'type', 'title', 'detail'].map(
        (name) => (words: string) => ({ body: { [name]: words } }),
      ),
      ...['code', 'message'].map((name) => (words: string) => ({
        body: { error: { [name]: words } },
      })),
    );
    const reasons = fc.constantFrom(
      ['insufficient_scope', 'forbidden'],
      ['invalid_client', 'unauthorized'],
      ['expired token', 'unauthorized'],
      ['rate limit', 'rate-limited'],
      ['no such path', 'not-found'],
      ['no subscription', 'no-access'],
    );
    const cases = reasons.chain(([words = '', code]) =>
      anyCase(words).map((written) => ({ written, code })),
    );
    fc.assert(
      fc.property(
        cases,
        places,
        fc.constantFrom(402, 403, 404),
        ({ written, code }, place, status) => {
          expect(explained(explainAccess, status, place(written))).toBe(code);
        },
      ),
    );
  });
});

describe('missingScopes', () => {
  it('lists what was asked for and not granted, whatever stands between the names', () => {
    const scopes = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'a:b'), { maxLength: 4 });
    const gap = fc.constantFrom(' ', '  ', '\t');
    fc.assert(
      fc.property(
        scopes,
        scopes,
        gap,
        fc.constantFrom(' ', ',', ', '),
        (asked, granted, between, comma) => {
          const missing =
            granted.length === 0 ? [] : asked.filter((scope) => !granted.includes(scope));
          expect(missingScopes(asked.join(between), granted.join(comma))).toEqual(missing);
        },
      ),
    );
    expect(missingScopes('a b', undefined)).toEqual([]);
  });
});

describe('errorFromAnswer', () => {
  it('believes the explanation, then 402 and 409, and takes no redirect for an answer', () => {
    const code = (status: number, explain?: () => 'no-feed') =>
      errorFromAnswer('It', { status, headers: new Headers(), body: undefined }, now, { explain })
        .code;
    expect([402, 409, 403].map((status) => code(status))).toEqual([
      'forbidden',
      'unavailable',
      'forbidden',
    ]);
    expect([402, 409, 403, 500].map((status) => code(status, () => 'no-feed'))).toEqual(
      Array(4).fill('no-feed'),
    );
    expect([0, 301, 302, 399].map((status) => code(status, () => 'no-feed'))).toEqual(
      Array(4).fill('bad-response'),
    );
  });
});
