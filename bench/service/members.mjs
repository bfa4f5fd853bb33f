/** The requests that members, their apps and the publisher make during a soak. */
import { randomUUID } from 'node:crypto';
import { read } from './calls.mjs';

/** @typedef {import('./mixed-load.mjs').Answer} Answer */
/** @typedef {import('./installation.mjs').Member} Member */

const userAgents = [
  'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)',
  'PocketCasts/1.0 (Pocket Casts Feed Parser; +http://pocketcasts.com/)',
  'AntennaPod/3.4.0',
  'Podcasts/1600.1 CFNetwork/1490.0.4 Darwin/23.2.0',
  'curl/8.5.0',
];

/** Every request reaches the service, which is killed once. @param {readonly string[]} expects @param {readonly string[]} [more] */
const kind = (expects, more = []) => ({ expects, reaches: ['service', ...more] });

/** @type {Record<string, import('./mixed-load.mjs').Kind>} */
export const kinds = {
  feed: kind(['200']),
  'feed gzip': kind(['200']),
  'feed again': kind(['304', '200']),
  'hosted feed': kind(['200']),
  'ended feed': kind(['200']),
  'dead link': kind(['404 not-found']),
  'own parse': kind(['200']),
  'foreign parse': kind(['200'], ['host']),
  'refused parse': kind(['403 forbidden']),
  leaving: kind(['left', '200'], ['host']),
  consume: kind(['303']),
  token: kind(['200']),
  profile: kind(['200']),
  onboard: kind(['200']),
  access: kind(['200']),
  connections: kind(['200']),
  grant: kind(['200']),
  revoke: kind(['204']),
  reset: kind(['200']),
  'admin reset': kind(['204']),
  // A process of its own each time, on a machine that is busy.
  command: { ...kind(['exit 0']), mayTake: 60_000 },
  'wrong token': kind(['401 unauthorized']),
  'bad input': kind(['400 bad-input']),
  health: kind(['200']),
};

/** @template T @param {readonly T[]} list */
const anyOf = (list) => /** @type {T} */ (list[Math.floor(Math.random() * list.length)]);
const ended = 'membership-ended';

const isFeed = (/** @type {Answer} */ { text }) => {
  if (!text.includes('<rss')) return 'no feed';
  return text.includes(ended) ? 'membership ended' : undefined;
};
const hasEnded = (/** @type {Answer} */ { text }) =>
  text.includes(ended) ? undefined : 'membership goes on';
const isPodcast = (/** @type {Answer} */ answer) =>
  read(answer).episodes?.length > 0 ? undefined : 'no episodes';

/**
 * Returns their requests, each with its weight.
 * @param {object} options
 * @param {ReturnType<typeof import('./mixed-load.mjs').createAsk>} options.ask
 * @param {string} options.url of the service
 * @param {string} options.hostUrl of foreign feeds
 * @param {readonly Member[]} options.members
 * @param {readonly string[]} options.hosted paths of feeds whose show is at the host
 * @param {Awaited<ReturnType<typeof import('./calls.mjs').createCalls>>} options.calls
 * @param {ReturnType<typeof import('./ledger.mjs').createLedger>} options.ledger
 */
export function createActs({ ask, url, hostUrl, members, hosted, calls, ledger }) {
  const parse = (/** @type {string} */ feedUrl) =>
    `${url}/rss?format=service&url=${encodeURIComponent(feedUrl)}`;
  const foreign = () => parse(`${hostUrl}/feed-${Math.floor(Math.random() * 5)}.xml`);
  const feed = (/** @type {string} */ path, headers = {}) =>
    ask('feed', url + path, { headers, check: isFeed });

  async function pollFeed() {
    const { path } = anyOf(members);
    const headers = { 'user-agent': anyOf(userAgents) };
    const answer = await feed(path, headers);
    if (!answer) return;
    const etag = String(answer.headers.etag);
    for (let poll = 0; poll < 4; poll++) {
      await ask('feed again', url + path, { headers: { ...headers, 'if-none-match': etag } });
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
    await feed(path);
    // From now on, another client may take the member out, and end the membership.
    ledger.joined.push({ path, email, userId, entitlementId });
  }

  async function lapse() {
    const member = ledger.take();
    if (!member) return;
    const { email, path } = member;
    ledger.granted.delete(email);
    if (!(await calls.revoke(email))) return;
    ledger.revoked.add(email);
    await ask('ended feed', url + path, { check: hasEnded });
  }

  /** @param {Member} member @param {string | undefined} path of the new link */
  async function useNewLink(member, path) {
    ledger.dead.push(member.path);
    if (!path) return;
    await ask('dead link', url + member.path);
    await feed(path);
    ledger.joined.push({ ...member, path });
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

  const connections = () => {
    const { userId, entitlementId } = anyOf(members);
    return calls.connections(userId, entitlementId);
  };
  const own = () => anyOf(members).path;
  const gzip = { 'accept-encoding': 'gzip' };

  return /** @type {const} */ ([
    [30, pollFeed],
    [10, () => ask('feed gzip', url + own(), { headers: gzip })],
    [5, () => ask('hosted feed', url + anyOf(hosted), { check: isFeed })],
    [5, () => ask('own parse', parse(url + own()), { check: isPodcast })],
    [8, () => ask('foreign parse', foreign(), { check: isPodcast, leaveAfter: 10_000 })],
    [2, () => ask('refused parse', parse('http://127.0.0.1:8080/feed.xml'))],
    [4, () => ask('leaving', foreign(), { leaveAfter: Math.ceil(Math.random() * 100) })],
    [3, () => ask('consume', `${url}/consume/en?rss=${encodeURIComponent(url + own())}`)],
    [2, calls.issueToken],
    [6, join],
    [2, lapse],
    [2, reset],
    [1, adminReset],
    [4, connections],
    [
      2,
      () => ask('wrong token', `${url}/admin/grants`, { headers: { authorization: 'Bearer x' } }),
    ],
    [2, () => ask('bad input', `${url}/rss?format=service`)],
    [2, () => ask('health', `${url}/health`)],
  ]);
}
