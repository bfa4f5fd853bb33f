/** Operators that are wrong in what holds for every call (1, 5, 7 and 8), and on the wire. */
import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import {
  good,
  isCall,
  isGood,
  refused,
  replacing,
  together,
  type Alteration,
  type Call,
} from '../../../support/operator/alterations.js';
import type { Answer, Seen } from '../../../support/operator/operator.js';
import { CALL_TIMEOUT, later } from '../run-against.js';
import { hasToken } from './tokens.js';
import type { Wrong } from './wrong.js';

const calls = ['4.1', '4.2', '4.3', '4.4', '4.5'] as const;
const json = { 'content-type': 'application/json' };
const stack = `TypeError: Cannot read properties of undefined (reading 'id')
    at findUser (/srv/app/routes/profile.js:12:34)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`;

/** Changes each refusal of 4.1 to 4.5, or of some of them. */
const everyRefusal =
  (change: (answer: Answer, seen: Seen) => Answer, of: readonly Call[] = calls): Alteration =>
  (seen, honest) => {
    const answer = honest(seen);
    const isAny = of.some((call) => isCall(call, seen));
    return isAny && !isGood(answer) ? change(answer, seen) : answer;
  };

/** Reads the token of 4.2 to 4.4 where no token may be. */
const readingToken =
  (read: (seen: Seen) => string | null | undefined): Alteration =>
  (seen, honest) => {
    const token = read(seen);
    if (!token) return honest(seen);
    return honest({ ...seen, headers: { ...seen.headers, authorization: `Bearer ${token}` } });
  };

/** Answers something else at the feed link. */
const atLink =
  (answer: Answer): Alteration =>
  (seen, honest) =>
    isCall('feed', seen) ? answer : honest(seen);

const differences = (one: string, other: string) =>
  one.length === other.length
    ? Buffer.from(one).filter((byte, at) => byte !== other.charCodeAt(at)).length
    : Infinity;

/** Takes a token that is nearly one that was given out. */
function takingNearly(): Alteration {
  const given: string[] = [];
  const remembering = good('4.1', (answer) => {
    given.push((answer.body as { access_token: string }).access_token);
    return answer;
  });
  const reading = readingToken(({ headers }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
    return given.find((each) => differences(each, token) === 1);
  });
  return together([remembering, reading]);
}

const half = (response: ServerResponse) => {
  response.writeHead(200, { ...json, 'content-length': '4000' });
  response.write('[{"entitlementId":"ent:1",', () => response.destroy());
};

/** Sends spaces for as long as someone listens. */
const endless = (response: ServerResponse) => {
  response.writeHead(200, json);
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  const more = () => {
    while (!response.destroyed) {
      if (!response.write(chunk)) return void response.once('drain', more);
    }
  };
  more();
};

const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20));
const packed = (response: ServerResponse) => {
  response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
  response.end(bomb);
};

const redirect: Answer = { status: 307, headers: { location: 'https://elsewhere.invalid/' } };
const failure: Answer = { status: 500, headers: json, body: { message: 'Internal error' } };
const failed503: Answer = { status: 503, headers: json, body: { message: 'Down' } };
const lacks = (name: string) => (seen: Seen) => !seen.path.includes(`${name}=`);

export const wrongAnywhere: readonly Wrong[] = [
  [
    'gives a link that does not open',
    '1-1',
    (seen, honest) => (isCall('feed', seen) ? { status: 404, body: {} } : honest(seen)),
  ],
  [
    'gives a link that opens a log-in',
    '1-1',
    atLink({ headers: { 'content-type': 'text/html' }, body: '<html><body>Log in</body></html>' }),
  ],
  [
    'gives a link that leads to http',
    '1-1',
    atLink({ status: 302, headers: { location: 'http://feeds.example.com/one.rss' } }),
  ],
  ['does not look at a token’s signature', '5-4', takingNearly()],
  [
    'refuses with JSON that breaks off',
    '7-1',
    everyRefusal(
      (answer) => ({
        ...answer,
        headers: { ...json, ...answer.headers },
        body: JSON.stringify(answer.body).slice(0, -1),
      }),
      calls.slice(1),
    ),
  ],
  [
    'repeats a wrong request’s path in a header',
    '7-2',
    everyRefusal((answer, { path }) => ({
      ...answer,
      headers: { ...answer.headers, 'x-request': Buffer.from(path).toString('base64') },
    })),
  ],
  [
    'repeats a refused token',
    '7-2',
    everyRefusal((answer, { headers }) => ({
      ...answer,
      body: { ...(answer.body as object), detail: `Not valid: ${headers.authorization}` },
    })),
  ],
  ...[
    stack,
    'SequelizeDatabaseError: SELECT * FROM "users" WHERE id = $1',
    'at Shop.Users.Find(Int32 id) in C:\\src\\Users.cs:line 12',
    'at shop.UsersKt.find(Users.kt:12)',
    'Undefined index: id in /srv/app/users.php on line 12',
    '#0 /srv/app/users.php(12): find()',
    "ENOENT: no such file, open '/home/shop/config/users.json'",
  ].map(
    (detail) =>
      [
        `shows its inside: ${detail.split('\n')[0]}`,
        '7-3',
        everyRefusal((answer) => ({ ...answer, body: { ...(answer.body as object), detail } })),
      ] as const,
  ),
  [
    'takes a token in the query for the link alone',
    '5-1',
    readingToken(({ path }) =>
      path.includes('/access?')
        ? new URLSearchParams(path.split('?')[1]).get('access_token')
        : null,
    ),
  ],
  [
    'takes a token under any scheme for the link alone',
    '5-3',
    readingToken(({ path, headers }) =>
      path.includes('/access?') ? / (\S+)$/.exec(headers.authorization ?? '')?.[1] : null,
    ),
  ],
  ['is down for good', '4.1-1', () => failed503],
  ...(['4.1', '4.2', '4.3', '4.4', '4.5', '4.6'] as const).map(
    (call) =>
      [
        `answers ${call} later than clients wait`,
        `${call}-1`,
        good(call, (answer) => later(CALL_TIMEOUT + 1, answer)),
      ] as const,
  ),
  ['breaks off in the middle of 4.3', '4.3-1', good('4.3', () => ({ write: half }))],
  ['never ends its answer to 4.4', '4.4-1', good('4.4', () => ({ write: endless }))],
  ['sends 50 MiB in few bytes', '4.5-1', good('4.5', () => ({ write: packed }))],
  ['leads the client secret elsewhere', '4.1-1', good('4.1', () => redirect)],
  [
    'sends Latin-1',
    '4.3-3',
    good('4.3', ({ body }) => ({
      write: (response) => {
        response.writeHead(200, json);
        response.end(Buffer.from(JSON.stringify(body).replace('Show', 'Sh\u00f8w'), 'latin1'));
      },
    })),
  ],
  [
    'breaks without client_secret',
    '4.1-12',
    refused('4.1', (answer, { body }) => (body.includes('client_secret') ? answer : failure)),
  ],
  ['breaks without userId', '4.4-14', replacing('4.4', 400, failure, lacks('userId'))],
  [
    'breaks at a call without a token',
    '4.2-9',
    replacing('4.2', 401, failure, (seen) => !hasToken(seen)),
  ],
];
