/**
 * Hostile traffic of a soak, through nginx and straight at the service's processes, from addresses of its own:
 * it never gets what it asks for, and members must not notice.
 */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

/** The way of hostile requests: each fault may cut them off, and each of them may be turned away. */
const turnedAway = ['429', '429 rate-limited', '503 unavailable'];
const hostile = (/** @type {readonly string[]} */ expects) => ({
  expects: [...expects, ...turnedAway],
  reaches: ['front', 'direct', 'database', 'page', 'signed'],
});

/** @type {Record<string, import('./mixed-load.mjs').Kind>} */
export const hostileKinds = {
  'junk feed': hostile(['404 not-found']),
  'junk token': hostile(['401 token-invalid']),
  'wrong secret': hostile(['401']),
  'junk code': hostile(['410']),
  'junk event': hostile(['401 unauthorized']),
  'large body': hostile(['413', '413 bad-input', 'no answer (EPIPE)', 'no answer (ECONNRESET)']),
  // A connection that others make: whether it was closed in time.
  'slow body': { ...hostile(['closed']), mayTake: 60_000 },
  'unread answers': { ...hostile(['closed']), mayTake: 60_000 },
  pipeline: { ...hostile(['answered', 'closed']), mayTake: 60_000 },
};

const LOCAL_ADDRESS = '127.0.0.66';
const HOLD_MS = 8_000;
const PIPELINED = 500;

/**
 * @param {object} options
 * @param {ReturnType<typeof import('./mixed-load.mjs').createAsk>} options.ask
 * @param {ReturnType<typeof import('./mixed-load.mjs').createTally>} options.tally
 * @param {{ url: string, direct: () => string, handlerUrl: string }} options.places
 * @param {string} options.feedPath of a member
 */
export function createHostileActs({ ask, tally, places: { url, direct, handlerUrl }, feedPath }) {
  const junk = () => randomBytes(24).toString('base64url');

  /** Opens a connection, does something with it, and sees that it ends. @param {string} kind @param {string} target @param {(socket: import('node:net').Socket) => void} use @param {(data: Buffer) => boolean} [isDone] */
  async function hold(kind, target, use, isDone = () => false) {
    const from = performance.now();
    const { hostname, port, protocol } = new URL(target);
    const to = { host: hostname, port: Number(port), localAddress: LOCAL_ADDRESS };
    const socket =
      protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
    const outcome = await new Promise((resolve) => {
      socket.once('error', () => resolve('closed'));
      socket.once('close', () => resolve('closed'));
      socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        use(socket);
        // The client leaves by itself, so that the number of its connections has a bound.
        void setTimeout(HOLD_MS, 'closed', { ref: false }).then(resolve);
      });
      socket.on('data', (data) => isDone(data) && resolve('answered'));
    });
    socket.destroy();
    tally.record(kind, outcome, from);
  }

  const anywhere = () => (Math.random() < 0.5 ? url : direct());
  const requestLine = (/** @type {string} */ line, more = '') =>
    `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;

  function sendSlowly() {
    return hold('slow body', anywhere(), (socket) => {
      const type = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n';
      socket.write(requestLine('POST /oauth/token', type));
      const timer = setInterval(() => socket.write('a'), 500);
      socket.once('close', () => clearInterval(timer));
    });
  }
  function readNothing() {
    return hold('unread answers', anywhere(), (socket) => {
      socket.pause();
      for (let turn = 0; turn < 20; turn++) socket.write(requestLine(`GET ${feedPath}`));
    });
  }
  function pipeline() {
    let answers = 0;
    return hold(
      'pipeline',
      anywhere(),
      (socket) => socket.write(requestLine('GET /health').repeat(PIPELINED)),
      (data) => (answers += data.toString('latin1').split('HTTP/1.1 ').length - 1) >= PIPELINED,
    );
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  const token = `${url}/oauth/token`;

  return /** @type {const} */ ([
    [4, () => ask('junk feed', `${url}/feeds/${junk()}/sid%3Abench_private.rss`)],
    [
      4,
      () =>
        ask('junk token', handlerUrl, {
          headers: { authorization: `Bearer ${junk()}.${junk()}.a` },
        }),
    ],
    [
      4,
      () =>
        ask('wrong secret', token, {
          method: 'POST',
          headers: form,
          body: `grant_type=client_credentials&client_id=hashed&client_secret=${junk()}&scope=a`,
        }),
    ],
    [4, () => ask('junk code', `${handlerUrl}/?h=${junk().slice(0, 22)}`)],
    [
      3,
      () => ask('junk event', `${url}/events/soak`, { method: 'POST', headers: json, body: '{}' }),
    ],
    [
      1,
      () => ask('large body', token, { method: 'POST', headers: form, body: 'a'.repeat(300_000) }),
    ],
    [2, sendSlowly],
    [2, readNothing],
    [2, pipeline],
  ]);
}
