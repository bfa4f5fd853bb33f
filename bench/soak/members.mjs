/** The requests that members, their apps, the publisher and its systems make during a soak. */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createSubscribeToken } from '../../dist/publisher.js';
import { sku } from '../service/installation.mjs';
import { read } from './calls.mjs';
import { entitlementsIn } from './marks.mjs';
import { hostTitle, membersTitle } from './shows.mjs';

/** @typedef {import('./mixed-load.mjs').Answer} Answer */
/** @typedef {import('../service/installation.mjs').Member} Member */

const userAgents = [
  'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
  'PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)',
  'AntennaPod/3.4.0',
  'Podcasts/1600.1 CFNetwork/1490.0.4 Darwin/23.2.0',
  'gPodder/3.11.1 (http://gpodder.org/) Linux',
  'curl/8.5.0',
];
/** A change that one process makes counts in the other within this time. */
const SOON_MS = 5_000;
/** A sender of events sends one again that was not taken. */
const RESEND_MS = 1_000;

const key = Buffer.from('thirty-two bytes of a shared key');

/** The source of events in the catalogue, and the product that its events give. */
export const eventsSku = 'sid:events';
export const events = {
  soak: {
    kind: 'standard',
    secret: `whsec_${key.toString('base64')}`,
    products: { gold: eventsSku },
  },
};

/** A request through nginx. @param {readonly string[]} expects @param {readonly string[]} [more] */
const front = (expects, more = []) => ({ expects, reaches: ['front', 'database', ...more] });
/** A request to the publisher's handler. @param {readonly string[]} expects */
const page = (expects) => ({ expects, reaches: ['page'] });
/** An operator's own, on the machine itself. @param {readonly string[]} expects */
const direct = (expects) => ({ expects, reaches: ['direct', 'database'] });

/** A thread has 10 s to read a feed. */
const whenStarved = ['422 bad-feed', '504 timeout'];

/** @type {Record<string, import('./mixed-load.mjs').Kind>} */
export const kinds = {
  feed: front(['200']),
  'feed gzip': front(['200']),
  'feed again': front(['304', '200']),
  recording: front(['302']),
  'hosted feed': front(['200']),
  'ended feed': front(['200']),
  'dead link': front(['404 not-found']),
  'own parse': { ...front(['200']), whenStarved },
  'foreign parse': { ...front(['200'], ['host']), whenStarved },
  'refused parse': front(['403 forbidden']),
  leaving: front(['left', '200'], ['host']),
  consume: front(['303']),
  token: front(['200']),
  profile: front(['200']),
  onboard: front(['200']),
  access: front(['200']),
  connections: front(['200']),
  reset: front(['200']),
  event: front(['200'], ['signed']),
  health: front(['200']),
  'bad input': front(['400 bad-input']),
  'no way in': front(['404']),
  'page visit': page(['200']),
  'page reset': page(['200', '429 rate-limited']),
  'page connections': page(['200']),
  'hand-off': page(['200']),
  'hand-off opened': page(['303']),
  'hand-off again': page(['410']),
  'page of nobody': page(['401 token-invalid']),
  grant: direct(['200']),
  revoke: direct(['204']),
  'admin reset': direct(['204']),
  'wrong token': direct(['401 unauthorized']),
  // A process of its own each time, on a machine that is busy.
  command: { ...direct(['exit 0']), mayTake: 60_000 },
  // It says only that it could not load the feed.
  gPodder: { ...front(['done'], ['app']), mayTake: 60_000 },
};

/** @template T @param {readonly T[]} list */
const anyOf = (list) => /** @type {T} */ (list[Math.floor(Math.random() * list.length)]);
const ended = 'membership-ended';

/**
 * Returns their requests, each with its weight.
 * @param {object} options
 * @param {ReturnType<typeof import('./mixed-load.mjs').createAsk>} options.ask
 * @param {{ url: string, direct: () => string, handlerUrl: string, hostUrl: string }} options.places
 * @param {string} options.secret of the subscribe tokens
 * @param {readonly Member[]} options.members
 * @param {readonly string[]} options.hosted paths of feeds whose show is at the host
 * @param {ReturnType<typeof import('./calls.mjs').createCalls>} options.calls
 * @param {ReturnType<typeof import('./ledger.mjs').createLedger>} options.ledger
 * @param {ReturnType<typeof import('./marks.mjs').createMarks>} options.marks
 * @param {() => boolean} options.isOver
 * @param {number} options.patience how many times as long as otherwise a client waits
 */
export function createActs(options) {
  const { ask, places, secret, members, hosted, calls, ledger, marks, isOver, patience } = options;
  const { url, handlerUrl, hostUrl } = places;
  const parse = (/** @type {string} */ feedUrl) =>
    `${url}/rss?format=service&url=${encodeURIComponent(feedUrl)}`;
  const foreign = () => parse(`${hostUrl}/feed-${Math.floor(Math.random() * 5)}.xml`);

  /** A feed with this member's recordings, of the right show. @param {Member} member */
  const isTheirs =
    (member) =>
    (/** @type {Answer} */ { text }) => {
      if (!text.includes('<rss')) return 'no feed';
      if (text.includes(ended)) return 'membership ended';
      const whose = entitlementsIn(text);
      const isRight = whose.length === 1 && whose[0] === member.entitlementId;
      return marks.note(isRight && text.includes(membersTitle)) ? undefined : 'what is not theirs';
    };
  const isHosted = (/** @type {Answer} */ { text }) => {
    if (!text.includes('<rss')) return 'no feed';
    return marks.note(text.includes(hostTitle)) ? undefined : 'what is not theirs';
  };
  const hasEnded = (/** @type {Answer} */ { text }) =>
    text.includes(ended) ? undefined : 'membership goes on';
  const isPodcast = (/** @type {Answer} */ answer) =>
    read(answer).episodes?.length > 0 ? undefined : 'no episodes';

  const feed = (/** @type {Member} */ member, headers = {}) =>
    ask('feed', url + member.path, { headers, check: isTheirs(member) });

  async function pollFeed() {
    const member = anyOf(members);
    const headers = { 'user-agent': anyOf(userAgents) };
    const answer = await feed(member, headers);
    if (!answer) return;
    const recording = /\/recordings\/[^"?<]+/.exec(answer.text)?.[0] ?? '/recordings/none';
    await ask('recording', url + recording, { headers });
    const etag = String(answer.headers.etag);
    for (let poll = 0; poll < 4; poll++) {
      await ask('feed again', url + member.path, {
        headers: { ...headers, 'if-none-match': etag },
      });
    }
  }

  async function join() {
    const email = `${randomUUID()}@example.org`;
    if (!(await calls.grant(email))) return;
    ledger.granted.add(email);
    const userId = await calls.findUser(email);
    const entitlementId = userId && (await calls.onboard(userId));
    const path = entitlementId && (await calls.access(userId, entitlementId));
    if (!path) return;
    const member = { path, email, userId, entitlementId };
    await feed(member);
    // From now on, another client may take the member out, and end the membership.
    ledger.joined.push(member);
  }

  async function lapse() {
    const member = ledger.take();
    if (!member) return;
    const { email, path } = member;
    ledger.granted.delete(email);
    if (!(await calls.revoke(email))) return;
    ledger.revoked.add(email);
    await ask('ended feed', url + path, { check: hasEnded, soon: SOON_MS * patience });
  }

  /** @param {Member} member @param {string | undefined} path of the new link */
  async function useNewLink(member, path) {
    await ask('dead link', url + member.path, { soon: SOON_MS * patience });
    // From now on, other clients look whether it stays dead.
    ledger.dead.push(member.path);
    if (!path) return;
    const renewed = { ...member, path };
    await feed(renewed);
    ledger.joined.push(renewed);
  }

  async function reset() {
    const member = ledger.take();
    const path = member && (await calls.reset(member.userId, member.entitlementId));
    if (path) await useNewLink(member, path);
  }

  async function adminReset() {
    const member = ledger.take();
    if (!member || !(await calls.adminReset(member.email))) return;
    await useNewLink(member, await calls.access(member.userId, member.entitlementId));
  }

  /** Whether a promise of the past is kept. */
  async function askAgain() {
    const path = anyOf(ledger.dead);
    if (path) await ask('dead link', url + path);
    // Whoever has just been taken out may be reset meanwhile.
    const member = ledger.take();
    if (!member) return;
    await feed(member);
    ledger.joined.push(member);
  }

  /** Sends an event until it is taken, as its senders do. @param {string} type @param {string} email */
  async function sendEvent(type, email) {
    // In the URL, too: nginx sends each URL to the same process, and both are to take events.
    const id = randomUUID();
    const timestamp = new Date().toISOString();
    const body = JSON.stringify({ type, timestamp, data: { email, product: 'gold' } });
    while (!isOver()) {
      const seconds = Math.floor(Date.now() / 1000);
      const hmac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`);
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${hmac.digest('base64')}`,
      };
      const check = (/** @type {Answer} */ answer) =>
        ['taken', 'repeated'].includes(read(answer).result) ? undefined : read(answer).result;
      if (await ask('event', `${url}/events/soak?${id}`, { method: 'POST', headers, body, check }))
        return true;
      await setTimeout(RESEND_MS);
    }
    return false;
  }

  async function subscribeByEvent() {
    const email = `${randomUUID()}@example.org`;
    if (await sendEvent('membership.started', email)) ledger.started.add(email);
  }

  async function endByEvent() {
    const [email] = ledger.started;
    if (email === undefined) return;
    ledger.started.delete(email);
    if (await sendEvent('membership.ended', email)) ledger.over.add(email);
  }

  /** @param {string} email @param {string} [product] */
  const bearer = async (email, product = sku) => ({
    authorization: `Bearer ${await createSubscribeToken({ email, sku: product }, secret)}`,
  });
  /** @param {Member} member */
  const hasTheirLink = (member) => (/** @type {Answer} */ answer) =>
    marks.note(read(answer).feedUrl === url + member.path) ? undefined : 'what is not theirs';

  async function visitPage() {
    const member = anyOf(members);
    const headers = await bearer(member.email);
    const query = Math.random() < 0.3 ? '?fresh' : '';
    const check = hasTheirLink(member);
    if (await ask('page visit', `${handlerUrl}/${query}`, { headers, check })) await feed(member);
  }

  async function handOff() {
    const member = anyOf(members);
    const headers = await bearer(member.email);
    const made = await ask('hand-off', `${handlerUrl}/?handoff`, { method: 'POST', headers });
    if (!made) return;
    const link = `${handlerUrl}/${read(made).url}`;
    const check = (/** @type {Answer} */ { headers: { location } }) =>
      marks.note(new URL(String(location)).searchParams.get('rss') === url + member.path)
        ? undefined
        : 'what is not theirs';
    const opened = await ask('hand-off opened', link, { check });
    if (!opened) return;
    await ask('hand-off again', link);
    await ask('consume', String(opened.headers.location));
  }

  async function resetPage() {
    const member = ledger.take();
    if (!member) return;
    const headers = await bearer(member.email);
    const answer = await ask('page reset', `${handlerUrl}/?reset`, { method: 'POST', headers });
    if (!answer) return;
    marks.check(member.email, read(answer).feedUrl);
    await useNewLink(member, new URL(read(answer).feedUrl).pathname);
  }

  async function pageConnections() {
    const headers = await bearer(anyOf(members).email);
    await ask('page connections', `${handlerUrl}/?connections`, { headers });
  }

  const connections = () => {
    const { userId, entitlementId } = anyOf(members);
    return calls.connections(userId, entitlementId);
  };
  const own = () => anyOf(members).path;

  async function loadCompressed() {
    const member = anyOf(members);
    const headers = { 'accept-encoding': 'gzip' };
    await ask('feed gzip', url + member.path, { headers, check: isTheirs(member) });
  }
  const forged = { authorization: 'Bearer x' };

  return /** @type {const} */ ([
    [24, pollFeed],
    [8, loadCompressed],
    [4, () => ask('hosted feed', url + anyOf(hosted), { check: isHosted })],
    [3, () => ask('own parse', parse(url + own()), { check: isPodcast })],
    [4, () => ask('foreign parse', foreign(), { check: isPodcast, leaveAfter: 10_000 * patience })],
    [1, () => ask('refused parse', parse('http://127.0.0.1:8080/feed.xml'))],
    [3, () => ask('leaving', foreign(), { leaveAfter: Math.ceil(Math.random() * 100) })],
    [3, () => ask('consume', `${url}/consume/en?rss=${encodeURIComponent(url + own())}`)],
    [2, calls.issueToken],
    [6, join],
    [2, lapse],
    [2, reset],
    [1, adminReset],
    [4, askAgain],
    [4, subscribeByEvent],
    [2, endByEvent],
    [12, visitPage],
    [6, handOff],
    [2, resetPage],
    [2, pageConnections],
    [3, connections],
    [1, () => ask('page of nobody', handlerUrl, { headers: forged })],
    [1, () => ask('wrong token', `${places.direct()}/admin/grants`, { headers: forged })],
    [1, () => ask('no way in', `${url}/admin/grants`, { headers: forged })],
    [2, () => ask('bad input', `${url}/rss?format=service`)],
    [2, () => ask('health', `${url}/health`)],
  ]);
}
