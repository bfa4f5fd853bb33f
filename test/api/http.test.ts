import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_TIMEOUT_MS, requestJson } from '../../src/api/http.js';
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

describe('requestService: no answer', () => {
  it('times out if a signal is passed too', async () => {
    operator.answer('GET /asked', 'never');
    const { signal } = new AbortController();
    expect(await failure(ask({ timeout: 50, signal }))).toMatchObject({ code: 'timeout' });
  });

  it.each([
    [undefined, DEFAULT_TIMEOUT_MS],
    [9, 9],
  ])('turns a timeout of %s into a timer of %i ms', async (timeout, milliseconds) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await ask({ timeout }).catch(() => undefined);
    expect(timers.mock.calls[0]?.[1]).toBe(milliseconds);
    timers.mockRestore();
  });

  it('times out in the middle of a body', async () => {
    const slow = createServer((socket) => {
      socket.resume().on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"half":');
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
    const error = await failure(requestService(ownRuntime, { serverName, url, timeout: 100 }));
    expect(error.code).toBe('timeout');
    slow.close();
  });

  it('stops when the caller aborts, before and during the request', async () => {
    operator.answer('GET /asked', 'never');
    expect(await failure(ask({ signal: AbortSignal.abort() }))).toMatchObject({ code: 'aborted' });
    const controller = new AbortController();
    const asked = failure(ask({ signal: controller.signal }));
    await expect.poll(() => operator.seen.length).toBe(1);
    controller.abort();
    expect(await asked).toMatchObject({ code: 'aborted' });
  });

  it('names the system’s reason why a connection failed', async () => {
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
  ])('names the reason %s only if it has the form of an error code', async (code, reason) => {
    const fetch = () => Promise.reject(new TypeError('failed', { cause: { code } }));
    const url = 'https://service.example/';
    const error = await failure(requestService({ ...ownRuntime, fetch }, { serverName, url }));
    expect(error.message).toBe(
      `The feed service could not be reached${reason}. Check the connection and the URL.`,
    );
  });

  it('drops a message of fetch that contains the URL', async () => {
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

describe('requestService: URLs for secrets', () => {
  it.each([
    'http://service.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.nip.io/',
    'ftp://service.example/',
    '/relative',
  ])('sends nothing to %s', async (url) => {
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
  ])('sends the request to %s', async (url) => {
    const fetch = () => Promise.resolve(new Response('{"ok":1}'));
    expect(await requestService({ ...ownRuntime, fetch }, { serverName, url })).toEqual({ ok: 1 });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect with %i', async (status) => {
    operator.answer('GET /elsewhere', { body: { stolen: true } });
    const error = await failureOf({ status, headers: { location: `${operator.url}/elsewhere` } });
    expect(error).toMatchObject({ code: 'bad-response', status });
    expect(operator.asked('GET /elsewhere')).toEqual([]);
  });

  it('follows no redirect that a browser hides', async () => {
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

describe('requestService: requests and answers', () => {
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
});

describe('requestJson', () => {
  const errorOf = ({ status, headers, body }: FailedAnswer) =>
    new PrivatePodcastError(
      'no-access',
      `${status} ${headers.get('x-one')} ${JSON.stringify(body)}`,
    );

  it('uses the platform’s fetch and the caller’s error', async () => {
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

  it('names no reason for a failed connection', async () => {
    await operator.close();
    const error = await failure(
      requestJson({ serverName, url: `${operator.url}/asked` }, {}, errorOf),
    );
    expect(error.message).toBe(
      'The feed service could not be reached. Check the connection and the URL.',
    );
  });
});
