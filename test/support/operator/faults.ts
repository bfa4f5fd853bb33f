/** Every way for a call to fail, and what it must fail with: one table for all that is tried against it. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { MAX_PODCAST_BYTES } from '../../../src/api/parser.js';
import { MAX_ANSWER_BYTES } from '../../../src/api/requests/request-service.js';
import { DEFAULT_RETRY_AFTER_SECONDS } from '../../../src/api/requests/retry.js';
import type { ErrorCode } from '../../../src/errors/private-podcast-error.js';
import { answer, calls, json, type CallName, type Fault } from './faulty-operator.js';
import { secrets } from './operator.js';

export const names = Object.keys(calls) as CallName[];
export type Outcome = ErrorCode | 'ok';

export const goodBodies: Record<CallName, unknown> = {
  '4.1': { access_token: secrets.accessToken, token_type: 'Bearer', expires_in: 86400 },
  '4.2': { id: 'email|5f1', userId: 'email|5f1' },
  '4.3': [{ entitlementId: 'ent:1', sku: 'sid:one', title: 'T' }],
  '4.4': [{ url: secrets.feedUrl, mimeType: 'application/rss+xml', type: 'feed', title: 'T' }],
  '4.5': { title: 'T', episodes: [] },
};

const MEGABYTE = 1024 * 1024;
const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE, 0x20));
/** Parts of a request that an operator might repeat in its answer. */
const echo = `${secrets.email} ${secrets.feedUrl} ${secrets.clientSecret} ${secrets.accessToken}`;

const says =
  (text: string): Fault =>
  (socket) =>
    void socket.end(text);
const status = (line: string, body: unknown = { message: echo }, headers = {}) =>
  says(json(line, body, headers));

/** A valid answer that is too long: spaces follow the JSON, up to the limit of the call and some more. */
const filledTo =
  (more: number): Fault =>
  (socket, good, call) => {
    const limit = call === '4.5' ? MAX_PODCAST_BYTES : MAX_ANSWER_BYTES;
    const body = good.slice(good.indexOf('\r\n\r\n') + 4);
    socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${body.padEnd(limit + more)}`);
  };

/** Sends spaces until they are too many, or nobody listens any more. */
function pour(socket: Socket, head: string): void {
  socket.write(head);
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  let sent = 0;
  const more = () => {
    while (sent < 50 * MEGABYTE && !socket.destroyed) {
      sent += chunk.length;
      if (!socket.write(chunk)) return void socket.once('drain', more);
    }
    socket.end();
  };
  more();
}

function byteByByte(socket: Socket, good: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(good.charAt(at++ % good.length)), 20);
  socket.on('close', () => clearInterval(timer));
}

const all = (code: Outcome): Record<CallName, Outcome> =>
  Object.fromEntries(names.map((name) => [name, code])) as Record<CallName, Outcome>;
const refusal = (client: ErrorCode): Record<CallName, Outcome> => ({
  ...all(client),
  '4.1': client === 'forbidden' ? 'unauthorized' : client,
  '4.3': 'no-access',
  '4.4': 'no-access',
});

export interface Row {
  fault: Fault | 'refused';
  code: Record<CallName, Outcome>;
  retryAfter?: number;
  /** A fault that only a deadline ends. */
  isSlow?: boolean;
}

const limited = (headers: Record<string, string>, body: unknown = {}, retryAfter = 30): Row => ({
  fault: status('429 Too Many Requests', body, headers),
  code: all('rate-limited'),
  retryAfter,
});
const noScope = (body: unknown): Row => ({
  fault: status('403 Forbidden', body),
  code: all('forbidden'),
});
const tableAt = (now: number): Record<string, Row> => ({
  'connection refused': { fault: 'refused', code: all('network') },
  'closed without a word': { fault: (socket) => socket.end(), code: all('network') },
  'no answer': { fault: () => undefined, code: all('timeout'), isSlow: true },
  'byte by byte': { fault: byteByByte, code: all('timeout'), isSlow: true },
  'reset midway': {
    fault: (socket, good) =>
      void socket.write(good.slice(0, -5), () => setImmediate(() => socket.resetAndDestroy())),
    code: all('network'),
  },
  '400': { fault: status('400 Bad Request'), code: all('bad-input') },
  '401': { fault: status('401 Unauthorized'), code: all('unauthorized') },
  '402': {
    fault: status('402 Payment Required'),
    code: { ...refusal('forbidden'), '4.1': 'forbidden' },
  },
  '403 without a reason': { fault: status('403 Forbidden', {}), code: refusal('forbidden') },
  '403 with a message': {
    fault: status('403 Forbidden', { message: 'Forbidden' }),
    code: refusal('forbidden'),
  },
  '403 and a page': {
    fault: says(answer('403 Forbidden', { 'content-type': 'text/html' }, '<h1>Blocked</h1>')),
    code: { ...all('forbidden'), '4.1': 'unauthorized' },
  },
  '403 for a scope, as a message': noScope({ message: 'Insufficient scope' }),
  '403 for a scope, as an error': noScope({ error: 'insufficient_scope' }),
  '403 for a scope, as a code': noScope({ error: { code: 'insufficient_scope', message: 'no' } }),
  '403 for a scope, as a problem': noScope({
    type: 'about:blank',
    detail: 'The scope is missing.',
  }),
  '403 for the client': {
    fault: status('403 Forbidden', { message: 'Invalid client credentials' }),
    code: { ...all('unauthorized'), '4.5': 'forbidden' },
  },
  '404': { fault: status('404 Not Found', { message: 'no' }), code: refusal('not-found') },
  '404 and a page': {
    fault: says(answer('404 Not Found', { 'content-type': 'text/html' }, '<h1>Nothing</h1>')),
    code: { ...all('not-found'), '4.2': 'bad-response' },
  },
  '409': { fault: status('409 Conflict'), code: all('unavailable') },
  '429 with seconds': limited({ 'retry-after': '30' }),
  '429 with a date': limited({ 'retry-after': new Date(now + 600_000).toUTCString() }, {}, 600),
  '429 with a body': limited({}, { error: { code: 'rate_limit_exceeded', retry_after: 30 } }),
  '429 with a reset': limited({ 'x-ratelimit-reset': '30' }),
  '429 with a time': limited(
    { 'x-ratelimit-reset': String(Math.floor(now / 1000) + 600) },
    {},
    600,
  ),
  '429 with milliseconds': limited({ 'x-ratelimit-reset': String(now + 600_000) }, {}, 600),
  '429 with nothing': limited({}, {}, DEFAULT_RETRY_AFTER_SECONDS),
  '500': { fault: status('500 Internal Server Error'), code: all('unavailable') },
  '502 as HTML': {
    fault: says(answer('502 Bad Gateway', { 'content-type': 'text/html' }, '<h1>Bad</h1>')),
    code: all('unavailable'),
  },
  '503': { fault: status('503 Service Unavailable'), code: all('unavailable') },
  '504': { fault: status('504 Gateway Timeout'), code: all('timeout') },
  '204': {
    fault: says('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'),
    code: { ...refusal('bad-response'), '4.2': 'not-found' },
  },
  empty: { fault: says(answer('200 OK', {})), code: all('bad-response') },
  'truncated JSON': {
    fault: (socket, good) => {
      const body = good.slice(good.indexOf('\r\n\r\n') + 4, -3);
      socket.end(answer('200 OK', { 'content-type': 'application/json' }, body));
    },
    code: all('bad-response'),
  },
  'cut short': {
    fault: (socket, good) => void socket.end(good.slice(0, -3)),
    code: all('network'),
  },
  'a number': { fault: status('200 OK', 7), code: all('bad-response') },
  'wrong types': {
    fault: status('200 OK', { access_token: 7, id: 7, title: 7, episodes: 7 }),
    code: all('bad-response'),
  },
  'a list of wrong types': {
    fault: status('200 OK', [{ entitlementId: 7, url: 7 }, null, 7]),
    code: { ...all('bad-response'), '4.4': 'no-feed' },
  },
  'wrong media type': {
    fault: (socket, good) => void socket.end(good.replace('application/json', 'text/plain')),
    code: all('ok'),
  },
  'as long as the limit': { fault: filledTo(0), code: all('ok') },
  'one byte past the limit': { fault: filledTo(1), code: all('bad-response') },
  '50 MB announced': {
    fault: (socket) => pour(socket, `HTTP/1.1 200 OK\r\ncontent-length: ${50 * MEGABYTE}\r\n\r\n`),
    code: all('bad-response'),
  },
  '50 MB unannounced': {
    fault: (socket) => pour(socket, 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n'),
    code: all('bad-response'),
  },
  '50 MB of a failure': {
    fault: (socket) => pour(socket, 'HTTP/1.1 500 Oh\r\nconnection: close\r\n\r\n'),
    code: all('unavailable'),
  },
  redirect: {
    fault: says(answer('302 Found', { location: 'https://elsewhere.example/' })),
    code: all('bad-response'),
  },
  'gzip bomb': {
    fault: (socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\nconnection: close\r\n\r\n`,
      );
      socket.end(bomb);
    },
    code: all('bad-response'),
  },
  'no HTTP': { fault: says('220 mail.example ESMTP\r\n'), code: all('network') },
});

/** @param now milliseconds since 1970 for the client, from which the dates of some answers are reckoned. */
export const casesAt = (now: number) =>
  Object.entries(tableAt(now)).flatMap(([name, row]) =>
    names.map((call) => ({ name, call, row, id: `${name} ${call}`.replace(/\W/g, '-') })),
  );

/** Runs all cases, a given number of them at once. */
export async function runAll<Case>(
  cases: readonly Case[],
  atOnce: number,
  run: (next: Case) => Promise<unknown>,
): Promise<void> {
  const waiting = [...cases];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await run(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
