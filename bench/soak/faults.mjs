/**
 * The troubles of a soak, each with the outcomes that it explains, by the way that a request takes:
 *
 * - `host`: the service reads a feed of the host
 * - `page`: the publisher's handler asks its cache and, through the operator's door, the service
 * - `front`: nginx and a service process
 * - `direct`: a service process itself
 * - `database`: it needs the database
 * - `app`: as `front`, for an app that only says that it failed; as `database`, too
 * - `signed`: a time in it must agree with the clock of who reads it
 */
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('./rig.mjs').Rig} Rig */
/**
 * @typedef {import('./mixed-load.mjs').Fault & {
 *   answer?: (response: ServerResponse, good: () => void) => unknown,
 *   begin?: (rig: Rig) => unknown, end?: (rig: Rig) => unknown,
 *   endsNode?: boolean, endsToo?: string, atLeast?: number, lacks?: (rig: Rig) => string | undefined,
 * }} Trouble
 * `answer`: in place of the others' servers. `begin`, `end`: anything else. `endsNode`: it ends a process
 * whose memory is judged. `endsToo`: a program that may end by itself. `atLeast`: seconds until it
 * shows. `lacks`: why it cannot be had here.
 */

/** Longer than the service waits for a host. */
const SLOW_LINGERS_MS = 12_000;
const MEGABYTE = 2 ** 20;
const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE, 0x20));
const xml = { 'content-type': 'application/rss+xml' };
/** The service reads four foreign feeds at a time, and lets sixteen requests wait. */
const queueIsFull = '429 rate-limited';
/** A process that is not there, or has gone. */
const gone = [
  'no answer (ECONNREFUSED)',
  'no answer (ECONNRESET)',
  'no answer (UND_ERR_SOCKET)',
  'no answer (EPIPE)',
];
/** The handler without its operator: a connection that fails, an answer that is none, or too late. */
const noOperator = ['503 unavailable', '504 timeout'];
const badOperator = [...noOperator, '502 bad-response'];

/** @param {number} status @param {string} location */
const redirecting = (status, location) => (/** @type {ServerResponse} */ response) =>
  response.writeHead(status, { location }).end();

/** Sends 20 MB, unless the reader has left. @param {ServerResponse} response */
async function pour(response) {
  response.writeHead(200, xml).write('<rss version="2.0"><channel><title>');
  for (let sent = 0; sent < 20 && !response.destroyed; sent++) {
    response.write(Buffer.alloc(MEGABYTE, 0x61));
    await setTimeout(5);
  }
  response.end();
}

/** Faults in what the others' servers answer. @type {Record<string, Trouble>} */
const others = {
  'slow answers': {
    explains: { host: [queueIsFull], page: noOperator },
    answer: async (_, good) => {
      await setTimeout(1_000);
      good();
    },
  },
  'no answers': {
    // As the element does, the client leaves after 10 s.
    explains: { host: ['504 timeout', 'left', queueIsFull], page: noOperator },
    lingers: SLOW_LINGERS_MS,
    answer: () => undefined,
  },
  'cut answers': {
    explains: { host: ['502 network'], page: badOperator },
    answer: (response) => {
      response.writeHead(200, { ...xml, 'content-length': 10_000 });
      response.write('<rss version="2.0"><channel>', () => response.socket?.destroy());
    },
  },
  'huge answers': {
    explains: { host: ['422 bad-feed', queueIsFull], page: badOperator },
    answer: pour,
  },
  'gzip bombs': {
    explains: { host: ['422 bad-feed', queueIsFull], page: badOperator },
    answer: (response) => response.writeHead(200, { ...xml, 'content-encoding': 'gzip' }).end(bomb),
  },
  'errors 500': {
    explains: { host: ['502 unavailable'], page: badOperator },
    answer: (response) => response.writeHead(500).end('Internal Server Error'),
  },
  'limits, 429': {
    explains: { host: ['502 unavailable', queueIsFull], page: [...badOperator, queueIsFull] },
    answer: (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  },
  'pages in place of feeds and JSON': {
    explains: { host: ['422 bad-feed'], page: badOperator },
    answer: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><title>Sign in</title><p>Please sign in.'),
  },
  'redirects in a circle': {
    explains: { host: ['502 network'], page: badOperator },
    answer: redirecting(302, '/again'),
  },
  'redirects to the inside': {
    explains: { host: ['403 forbidden'], page: badOperator },
    answer: redirecting(302, 'http://127.0.0.1:8080/admin'),
  },
};

/** @param {'A' | 'B'} name @param {NodeJS.Signals} signal @returns {Trouble} */
const ending = (name, signal) => ({
  explains: {
    front: ['503 unavailable'],
    direct: [...gone, 'exit 1'],
    page: noOperator,
  },
  endsNode: true,
  begin: (rig) => rig.services[name].stop(signal),
  end: (rig) => rig.services[name].start(),
});

/** Without the database, members that a process knows get their feeds, and all else waits or is refused. */
const withoutDatabase = {
  database: ['502 unavailable', '503 unavailable', '504 timeout'],
  direct: ['exit 1'],
  page: noOperator,
};

/** @param {'B' | 'handler'} who @param {string} offset such as "+2h" @returns {Trouble} */
const jumping = (who, offset) => ({
  explains: {
    signed: who === 'B' ? ['401 unauthorized', '400 bad-input'] : [],
    page:
      who === 'B' ? noOperator : ['401 token-expired', '401 token-invalid', '410', '401 too early'],
  },
  // libfaketime looks at its file once a second.
  lingers: 4_000,
  atLeast: 6,
  lacks: (rig) => (rig.canJump ? undefined : 'libfaketime is not installed'),
  begin: (rig) => rig.jump(who, offset),
  end: (rig) => rig.jump(who, '+0'),
});

/** @type {Record<string, Trouble>} */
export const faults = {
  ...others,
  'service A killed': ending('A', 'SIGKILL'),
  'service B killed': ending('B', 'SIGKILL'),
  'service A restarted': ending('A', 'SIGTERM'),
  'Postgres killed': {
    explains: withoutDatabase,
    lingers: 6_000,
    begin: (rig) => rig.postgres.stop(),
    end: (rig) => rig.postgres.start(),
  },
  'Postgres restarted': {
    explains: withoutDatabase,
    lingers: 6_000,
    begin: (rig) => rig.postgres.stop('SIGINT'),
    end: (rig) => rig.postgres.start(),
  },
  'Redis killed': {
    // It keeps nothing on a disk: codes that nobody has used yet go with it.
    // A page that asks to try again has no problem code.
    explains: { page: [...noOperator, '410', '503'] },
    lingers: 12_000,
    begin: (rig) => rig.redis.stop(),
    end: (rig) => rig.redis.start(),
  },
  'nginx killed': {
    explains: { front: gone, page: noOperator },
    begin: (rig) => rig.nginx.stop(),
    end: (rig) => rig.nginx.start(),
  },
  'handler killed': {
    explains: { page: gone },
    endsNode: true,
    begin: (rig) => rig.handler.stop(),
    end: (rig) => rig.handler.start(),
  },
  'disk of Postgres full': {
    explains: withoutDatabase,
    lingers: 6_000,
    endsToo: 'Postgres',
    atLeast: 10,
    lacks: (rig) => (rig.canFill ? undefined : 'it needs root and Linux'),
    begin: (rig) => rig.fillDisk(),
    end: async (rig) => {
      rig.emptyDisk();
      await rig.postgres.start();
    },
  },
  'clock of service B 2 h ahead': jumping('B', '+7200'),
  'clock of service B 2 h behind': jumping('B', '-7200'),
  'clock of the handler 2 h ahead': jumping('handler', '+7200'),
  'certificates of host and operator expired': {
    explains: { host: ['502 network'], page: noOperator },
    // Until connections from before have been closed.
    atLeast: 6,
    begin: (rig) => rig.tellOutside({ certificate: 'expired.pem' }),
    end: (rig) => rig.tellOutside({}),
  },
  'certificate of nginx expired': {
    explains: { front: ['no answer (CERT_HAS_EXPIRED)', ...gone], page: noOperator },
    atLeast: 6,
    begin: (rig) => rig.useCertificate('expired.pem'),
    end: (rig) => rig.useCertificate('good.pem'),
  },
};
for (const name of Object.keys(others)) {
  const fault = /** @type {Trouble} */ (faults[name]);
  fault.begin = (rig) => rig.tellOutside({ fault: name });
  fault.end = (rig) => rig.tellOutside({});
}
for (const fault of Object.values(faults)) {
  const { front, database } = fault.explains;
  if (front ?? database) fault.explains = { ...fault.explains, app: ['failed'] };
}
