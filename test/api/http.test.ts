import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownRuntime, requestService } from '../../src/api/request.js';
import { failure } from '../support/failures.js';
import { secrets, startOperator, type Answer, type Operator } from '../support/operator.js';

let operator: Operator;
beforeEach(async () => (operator = await startOperator()));
afterEach(() => operator.close());

const serverName = 'The feed service';
const now = Date.parse('2026-01-02T03:04:05Z');

function ask(more: { signal?: AbortSignal; timeout?: number | undefined } = {}) {
  return requestService(
    { ...ownRuntime, now: () => now },
    {
      serverName,
      url: `${operator.url}/asked?rss=${encodeURIComponent(secrets.feedUrl)}`,
      ...more,
    },
  );
}

async function failureOf(answer: Answer) {
  operator.answer('GET /asked', answer);
  return failure(ask());
}

const page = '<!doctype html><title>502 Bad Gateway</title>';

describe('what a failed answer means', () => {
  it.each([
    [400, { error: 'invalid_request', error_description: 'no' }, 'bad-input'],
    [401, { message: 'client_secret is required' }, 'unauthorized'],
    [403, { message: 'Invalid client credentials' }, 'forbidden'],
    [404, { error: { code: 'NOT_FOUND', message: secrets.email, details: {} } }, 'not-found'],
    [409, { type: 'about:blank', title: 'Conflict', status: 409 }, 'bad-response'],
    [429, { error: { code: 'rate_limit_exceeded', retry_after: 9 } }, 'rate-limited'],
    [
      500,
      { type: 't', title: secrets.feedUrl, status: 500, detail: 'd', instance: 'i' },
      'unavailable',
    ],
    [502, page, 'unavailable'],
    [503, undefined, 'unavailable'],
    [504, page, 'timeout'],
  ])('%i %j is %s', async (status, body, code) => {
    expect(await failureOf({ status, body })).toMatchObject({ code, status });
  });

  it('says who failed and what to do', async () => {
    const { message } = await failureOf({ status: 503 });
    expect(message).toBe('The feed service is unavailable. Try again later.');
  });
});

describe('how long to wait', () => {
  it.each<[string, Answer, number | undefined]>([
    ['Retry-After in seconds', { headers: { 'retry-after': '7' } }, 7],
    ['Retry-After as a date', { headers: { 'retry-after': 'Fri, 02 Jan 2026 03:04:35 GMT' } }, 30],
    ['a date that has passed', { headers: { 'retry-after': 'Fri, 02 Jan 2026 03:04:00 GMT' } }, 0],
    ['retry_after of an error', { body: { error: { retry_after: 11 } } }, 11],
    ['retry_after at the top', { body: { retry_after: '12' } }, 12],
    ['X-RateLimit-Reset in seconds', { headers: { 'x-ratelimit-reset': '13' } }, 13],
    [
      'X-RateLimit-Reset as a time',
      { headers: { 'x-ratelimit-reset': String(now / 1000 + 14) } },
      14,
    ],
    ['a fraction of a second', { headers: { 'retry-after': '0.2' } }, 1],
    ['no delay', { headers: { 'retry-after': '0' } }, 0],
    [
      'the header first',
      {
        headers: { 'retry-after': '7', 'x-ratelimit-reset': '13' },
        body: { retry_after: 12, error: { retry_after: 11 } },
      },
      7,
    ],
    [
      'a date in the header first',
      {
        headers: { 'retry-after': 'Fri, 02 Jan 2026 03:04:35 GMT', 'x-ratelimit-reset': '13' },
        body: { retry_after: 12, error: { retry_after: 11 } },
      },
      30,
    ],
    [
      'the error before the top of the body',
      {
        headers: { 'retry-after': 'soon', 'x-ratelimit-reset': '13' },
        body: { retry_after: 12, error: { retry_after: 11 } },
      },
      11,
    ],
    [
      'the body before the reset',
      {
        headers: { 'retry-after': 'soon', 'x-ratelimit-reset': '13' },
        body: { retry_after: 12, error: { retry_after: -1 } },
      },
      12,
    ],
    [
      'the reset last',
      { headers: { 'x-ratelimit-reset': '13' }, body: { retry_after: 'x', error: 'y' } },
      13,
    ],
    ['the longest reset that is a delay', { headers: { 'x-ratelimit-reset': '1e9' } }, 1e9],
    ['a reset that has passed', { headers: { 'x-ratelimit-reset': '1000000001' } }, 0],
    ['an empty header', { headers: { 'retry-after': '' } }, undefined],
    ['a negative delay', { headers: { 'retry-after': '-5' } }, undefined],
    ['a delay without end', { headers: { 'x-ratelimit-reset': '1e999' } }, undefined],
    ['a delay that is true', { body: { retry_after: true } }, undefined],
    ['nothing', { body: { retry_after: null } }, undefined],
  ])('reads %s', async (_, answer, retryAfter) => {
    expect((await failureOf({ status: 429, ...answer })).retryAfter).toBe(retryAfter);
  });

  it('does not take the reset of a limit for a wait where no limit was hit', async () => {
    const error = await failureOf({ status: 503, headers: { 'x-ratelimit-reset': '900' } });
    expect(error.retryAfter).toBeUndefined();
  });
});

describe('what does not answer', () => {
  it('times out', async () => {
    operator.answer('GET /asked', 'never');
    expect(await failure(ask({ timeout: 50 }))).toMatchObject({ code: 'timeout' });
  });

  it('times out if a signal is passed too', async () => {
    operator.answer('GET /asked', 'never');
    const { signal } = new AbortController();
    expect(await failure(ask({ timeout: 50, signal }))).toMatchObject({ code: 'timeout' });
  });

  it.each([
    [undefined, 10_000],
    [9, 9],
  ])('with a timeout of %s has %i milliseconds', async (timeout, milliseconds) => {
    const timers = vi.spyOn(AbortSignal, 'timeout');
    await ask({ timeout }).catch(() => undefined);
    expect(timers.mock.calls).toEqual([[milliseconds]]);
    timers.mockRestore();
  });

  it('times out in the middle of a body', async () => {
    const slow = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"half":');
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    const error = await failure(requestService(ownRuntime, { serverName, url, timeout: 100 }));
    expect(error.code).toBe('timeout');
    slow.close();
  });

  it('is aborted by the caller, before and during', async () => {
    operator.answer('GET /asked', 'never');
    expect(await failure(ask({ signal: AbortSignal.abort() }))).toMatchObject({ code: 'aborted' });
    const controller = new AbortController();
    const asked = failure(ask({ signal: controller.signal }));
    await expect.poll(() => operator.seen.length).toBe(1);
    controller.abort();
    expect(await asked).toMatchObject({ code: 'aborted' });
  });

  it('names what the system says of a connection that was refused', async () => {
    await operator.close();
    const error = await failure(ask());
    expect(error.code).toBe('network');
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('leaves behind the text of a fetch that tells the address', async () => {
    const telling = {
      ...ownRuntime,
      fetch: (url: unknown) => Promise.reject(new TypeError(`failed to fetch ${String(url)}`)),
    };
    const url = `https://parser.example/rss?url=${encodeURIComponent(secrets.feedUrl)}`;
    const error = await failure(requestService(telling, { serverName, url }));
    expect(error.code).toBe('network');
    expect(error).not.toHaveProperty('cause');
  });
});

describe('where a secret may go', () => {
  it.each([
    'http://service.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.nip.io/',
    'ftp://service.example/',
    '/relative',
  ])('not to %s', async (url) => {
    let called = false;
    const spy = () => {
      called = true;
      return Promise.resolve(new Response('{}'));
    };
    const error = await failure(requestService({ ...ownRuntime, fetch: spy }, { serverName, url }));
    expect(error.code).toBe('config');
    expect(called).toBe(false);
  });

  it.each([
    'http://localhost:1/',
    'http://a.localhost/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'https://service.example/',
  ])('to %s', async (url) => {
    const fetch = () => Promise.resolve(new Response('{"ok":1}'));
    expect(await requestService({ ...ownRuntime, fetch }, { serverName, url })).toEqual({ ok: 1 });
  });

  it.each([301, 302, 303, 307, 308])('not along a redirect with %i', async (status) => {
    operator.answer('GET /elsewhere', { body: { stolen: true } });
    const error = await failureOf({ status, headers: { location: `${operator.url}/elsewhere` } });
    expect(error).toMatchObject({ code: 'bad-response', status });
    expect(operator.asked('GET /elsewhere')).toEqual([]);
  });

  it('not along a redirect that a browser hides', async () => {
    const hidden = {
      ok: false,
      status: 0,
      type: 'opaqueredirect',
      text: () => Promise.resolve(''),
    };
    const fetch = () => Promise.resolve(hidden as Response);
    const url = 'https://service.example/';
    const error = await failure(requestService({ ...ownRuntime, fetch }, { serverName, url }));
    expect(error).toMatchObject({ code: 'bad-response', status: undefined });
  });
});

it('reads JSON in any media type, and nothing where there is none', async () => {
  operator.answer('GET /asked', { headers: { 'content-type': 'text/plain' }, body: [1] });
  expect(await ask()).toEqual([1]);
  operator.answer('GET /asked', { body: page });
  expect(await ask()).toBeUndefined();
  operator.answer('GET /asked', {});
  expect(await ask()).toBeUndefined();
});
