import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestJson } from '../../src/api/http.js';
import { ownRuntime, requestService } from '../../src/api/requests/request-service.js';
import type { FailedAnswer } from '../../src/errors/failed-answer.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
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
    [409, { type: 'about:blank', title: 'Conflict', status: 409 }, 'unavailable'],
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

  it('says how long to wait, by the given clock', async () => {
    const headers = { 'retry-after': 'Fri, 02 Jan 2026 03:04:35 GMT' };
    expect((await failureOf({ status: 503, headers })).retryAfter).toBe(30);
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

  it.each([
    ['EAI_AGAIN', ' (EAI_AGAIN)'],
    ['ENO', ' (ENO)'],
    ['UND_ERR_SOCKET', ' (UND_ERR_SOCKET)'],
    ['EN', ''],
    [`E${'X'.repeat(41)}`, ''],
    ['econnrefused', ''],
    ['XECONN refused', ''],
    [' ECONNREFUSED', ''],
    [7, ''],
  ])('names the failure %s only if it is the name of one', async (code, reason) => {
    const fetch = () => Promise.reject(new TypeError('failed', { cause: { code } }));
    const url = 'https://service.example/';
    const error = await failure(requestService({ ...ownRuntime, fetch }, { serverName, url }));
    expect(error.message).toBe(
      `The feed service could not be reached${reason}. Check the connection and the URL.`,
    );
  });

  it.each([new Error('no cause'), new Error('null', { cause: null }), undefined, null])(
    'names no failure without a code: %s',
    async (thrown) => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a fetch may
      const fetch = () => Promise.reject(thrown);
      const url = 'https://service.example/';
      const error = await failure(requestService({ ...ownRuntime, fetch }, { serverName, url }));
      expect(error.message).toMatch(/could not be reached\. Check/);
    },
  );

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

it('asks for JSON, with the headers and the body of the call', async () => {
  operator.answer('GET /asked', { body: {} });
  operator.answer('POST /asked', { body: {} });
  const call = { serverName, url: `${operator.url}/asked` };
  await requestService(ownRuntime, { ...call, headers: { 'x-one': '1' } });
  const headers = { accept: 'application/problem+json' };
  await requestService(ownRuntime, { ...call, method: 'POST', headers, body: 'b' });
  expect(operator.seen).toMatchObject([
    { method: 'GET', body: '', headers: { accept: 'application/json', 'x-one': '1' } },
    { method: 'POST', body: 'b', headers: { accept: 'application/problem+json' } },
  ]);
});

describe('the element’s request', () => {
  const errorOf = ({ status, headers, body }: FailedAnswer) =>
    new PrivatePodcastError(
      'no-access',
      `${status} ${headers.get('x-one')} ${JSON.stringify(body)}`,
    );

  it('uses the platform’s fetch, and the caller’s error', async () => {
    operator.answer('GET /asked', { body: { ok: 1 } });
    const call = { serverName, url: `${operator.url}/asked` };
    expect(await requestJson(call, {}, errorOf)).toEqual({ ok: 1 });
    operator.answer('GET /asked', { status: 418, headers: { 'x-one': '1' }, body: [2] });
    await expect(requestJson(call, {}, errorOf)).rejects.toThrow('418 1 [2]');
  });

  it('does not follow a redirect', async () => {
    operator.answer('GET /asked', { status: 307, headers: { location: '/elsewhere' } });
    const call = { serverName, url: `${operator.url}/asked` };
    await expect(requestJson(call, {}, errorOf)).rejects.toThrow('307 null undefined');
    expect(operator.seen).toHaveLength(1);
  });

  it('gives no reason for a failed connection', async () => {
    await operator.close();
    const error = await failure(
      requestJson({ serverName, url: `${operator.url}/asked` }, {}, errorOf),
    );
    expect(error.message).toBe(
      'The feed service could not be reached. Check the connection and the URL.',
    );
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
