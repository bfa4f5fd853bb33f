/** What the members of a soak do with the subscribe handler, and what must come of it. */
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createSubscribeToken } from '../../dist/publisher.js';

/** @typedef {import('../soak.mjs').Answer} Answer */

export const secret = 'a-shared-secret-of-at-least-256-bits!';
const sku = 'sid:one';
/** Always the same members: what the handler remembers of them is not taken for a leak. */
const WARM_MEMBERS = 200;
/** Each of them comes so seldom that the cache has forgotten them. */
const COLD_MEMBERS = 1_000;
/** So many that none of them is reset five times in a minute, which is the limit. */
const RESETTING_MEMBERS = 1_000;
const LAPSED_MEMBERS = 20;

/** @type {Record<string, import('../soak.mjs').Kind>} */
export const kinds = {
  warm: { expects: ['200'], reaches: ['operator'] },
  cold: { expects: ['200'], reaches: ['operator'] },
  lapsed: { expects: ['403 no-access'], reaches: ['operator'] },
  leaving: { expects: ['left', '200'], reaches: ['operator'] },
  connections: { expects: ['200'], reaches: ['operator'] },
  reset: { expects: ['200'], reaches: ['operator'] },
  'after reset': { expects: ['200'], reaches: ['operator'] },
  'hand-off': { expects: ['200'], reaches: ['operator', 'cache'] },
  preview: { expects: ['200'] },
  redeem: { expects: ['303'], reaches: ['cache'] },
  'redeem again': { expects: ['410'], reaches: ['cache'] },
  opened: { expects: ['200'], reaches: ['cache'] },
  'wrong token': { expects: ['401 token-invalid'] },
  'expired token': { expects: ['401 token-expired'] },
  'foreign origin': { expects: ['403 forbidden'] },
};

const newMember = () => `${randomUUID()}@example.com`;
const tokenOf = (/** @type {string} */ email) =>
  createSubscribeToken({ email, sku, expiresIn: 3600 }, secret);
const bearer = (/** @type {string} */ token) => ({ authorization: `Bearer ${token}` });

/** @template T @param {readonly T[]} list */
const anyOf = (list) => /** @type {T} */ (list[Math.floor(Math.random() * list.length)]);

/** @param {Answer} answer */
const read = ({ text }) => JSON.parse(text);

/** Checks that a member gets their own feed, and nobody else's. @param {string} email */
const hasFeedOf = (email) => (/** @type {Answer} */ answer) =>
  String(read(answer).feedUrl).includes(`/${email}/`) ? undefined : 'wrong feed';

/**
 * What the members do, each with its weight.
 * @param {ReturnType<typeof import('../soak.mjs').createAsk>} ask @param {string} url of the handler
 */
export async function createActs(ask, url) {
  const createMembers = (/** @type {number} */ count, prefix = '') =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const email = prefix + newMember();
        return { email, token: await tokenOf(email) };
      }),
    );
  const warm = await createMembers(WARM_MEMBERS);
  const cold = await createMembers(COLD_MEMBERS);
  const resetting = await createMembers(RESETTING_MEMBERS);
  const lapsed = await createMembers(LAPSED_MEMBERS, 'lapsed-');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const expired = await createSubscribeToken({ email: newMember(), sku }, secret, {
    now: () => anHourAgo,
  });
  const wrongTokens = [`${warm[0]?.token}x`, 'undefined', 'a.b.c', ''];

  async function openPage() {
    const { email, token } = anyOf(warm);
    await ask('warm', url, { headers: bearer(token), check: hasFeedOf(email) });
  }

  async function openPageSeldom() {
    const { email, token } = anyOf(cold);
    await ask('cold', url, { headers: bearer(token), check: hasFeedOf(email) });
  }

  async function leave() {
    const headers = bearer(anyOf(cold).token);
    await ask('leaving', url, { headers, leaveAfter: Math.ceil(Math.random() * 30) });
  }

  async function handOff() {
    const { email, token } = anyOf(warm);
    const headers = bearer(token);
    const made = await ask('hand-off', `${url}?handoff`, { method: 'POST', headers });
    if (!made) return;
    const link = url + read(made).url;
    const code = new URL(link).searchParams.get('h');
    await ask('preview', link, { headers: { 'user-agent': 'WhatsApp/2.24' } });
    const redeemed = await ask('redeem', link, {
      check: ({ headers: { location } }) =>
        decodeURIComponent(String(location)).includes(`/${email}/`) ? undefined : 'wrong feed',
    });
    if (!redeemed) return;
    await ask('redeem again', link);
    await ask('opened', `${url}?handoff=${code}`, {
      headers,
      check: (answer) => (read(answer).opened ? undefined : 'not opened'),
    });
  }

  /** A page that is loading while the link is replaced must not bring the old one back. */
  async function reset() {
    // One client at a time for each of them.
    const [member] = resetting.splice(Math.floor(Math.random() * resetting.length), 1);
    if (!member) return;
    await resetWhileLoading(member);
    resetting.push(member);
  }

  /** @param {{ email: string, token: string }} member */
  async function resetWhileLoading({ email, token }) {
    const headers = bearer(token);
    const load = ask('cold', url, { headers, check: hasFeedOf(email) });
    await setTimeout(Math.random() * 10);
    const renewed = await ask('reset', `${url}?reset`, {
      method: 'POST',
      headers,
      check: hasFeedOf(email),
    });
    await load;
    if (!renewed) return;
    const { feedUrl } = read(renewed);
    await ask('after reset', url, {
      headers,
      check: (answer) => (read(answer).feedUrl === feedUrl ? undefined : 'the old link'),
    });
  }

  return /** @type {const} */ ([
    [40, openPage],
    [15, openPageSeldom],
    [4, () => ask('lapsed', url, { headers: bearer(anyOf(lapsed).token) })],
    [10, leave],
    [8, () => ask('connections', `${url}?connections`, { headers: bearer(anyOf(warm).token) })],
    [6, handOff],
    [4, reset],
    [3, () => ask('wrong token', url, { headers: bearer(anyOf(wrongTokens)) })],
    [3, () => ask('expired token', url, { headers: bearer(expired) })],
    [3, () => ask('foreign origin', url, { headers: { origin: 'https://elsewhere.example' } })],
  ]);
}
