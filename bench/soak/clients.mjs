/** What members, their apps, the publisher's site and strangers do during a soak. */
import { hash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createSubscribeToken } from '../../dist/publisher.js';
import { sku } from '../service/installation.mjs';
import { kinds, patience } from './tally.mjs';

/** @typedef {{ status: number, headers: Headers, text: string }} Answer */
/** @typedef {import('../service/installation.mjs').Member} Member */
/** @typedef {(answer: Answer) => string | undefined} Check says what is wrong with an answer */
/** @typedef {RequestInit & { leaveAfter?: number, check?: Check }} Asking */

/** A change that one process makes counts in the other within this time. */
const SOON_MS = 5_000 * patience;

/** @template T @param {readonly T[]} list */
const anyOf = (list) => /** @type {T} */ (list[Math.floor(Math.random() * list.length)]);

/** @param {string} url @param {Asking} asking @returns {Promise<{ outcome: string, answer?: Answer }>} */
async function once(url, { leaveAfter, check, ...init }) {
  const signal = leaveAfter === undefined ? null : AbortSignal.timeout(leaveAfter);
  try {
    const response = await fetch(url, { ...init, signal, redirect: 'manual' });
    const { status, headers } = response;
    const answer = { status, headers, text: await response.text() };
    const wrong = status < 400 ? check?.(answer) : undefined;
    return { outcome: [status, wrong].filter(Boolean).join(', '), answer };
  } catch {
    return { outcome: signal?.aborted ? 'left' : 'no answer' };
  }
}

/**
 * Makes a client: each call does one thing.
 * @param {object} options
 * @param {import('./rig.mjs').Rig} options.rig
 * @param {ReturnType<typeof import('./tally.mjs').createTally>} options.tally
 * @param {ReturnType<typeof import('./operator.mjs').createOperator>} options.operator
 * @param {readonly Member[]} options.members
 */
export function createClient({ rig, tally, operator, members }) {
  const { writes, anyService, takeOut } = operator;
  const url = () => anyService().url;

  /** Does something, again and again until it is right or `soon` ms are over. @template T @param {string} kind @param {() => Promise<{ outcome: string, answer?: T }>} work @param {number} [soon] */
  async function attempt(kind, work, soon = 0) {
    const started = performance.now();
    for (;;) {
      const from = performance.now();
      const { outcome, answer } = await work();
      const isRight = kinds[kind]?.expects.includes(outcome);
      if (!isRight && from < started + soon) await setTimeout(100);
      else {
        tally.record(kind, outcome, Math.max(started, from - soon));
        return isRight ? answer : undefined;
      }
    }
  }
  /** @param {string} kind @param {string} to @param {Asking & { soon?: number }} [asking] */
  const ask = (kind, to, { soon, ...asking } = {}) => attempt(kind, () => once(to, asking), soon);
  /** Makes a call of the kit. @template T @param {string} kind @param {() => Promise<T>} work */
  const call = (kind, work) =>
    attempt(kind, () =>
      work().then(
        (answer) => ({ outcome: 'done', answer }),
        (error) => ({ outcome: String(error.code) }),
      ),
    );

  /** @param {string} kind @param {{ method: string, body?: string }} init @param {string} email */
  async function change(kind, init, email) {
    const service = anyService();
    const headers = await operator.headersFor(service).catch(() => undefined);
    return headers && ask(kind, service.url + operator.grantPath(email), { ...init, headers });
  }

  /** Says what is wrong with a member's feed. @param {{ path: string }} member */
  const isTheirs =
    ({ path }) =>
    (/** @type {Answer} */ { text }) => {
      if (text.includes('membership-ended')) return 'membership ended';
      // A recording's code begins with the hash of the feed's secret, cut to eight bytes.
      const own = hash('sha256', String(path.split('/')[2]), 'base64url').slice(0, 10);
      const codes = [...text.matchAll(/\/recordings\/([\w-]{10})/g)].map(([, code]) => code);
      return codes[0] && codes.every((code) => code === own) ? undefined : "another's";
    };

  async function poll() {
    const member = anyOf(members);
    const headers = { 'user-agent': 'AntennaPod/3.4.0' };
    const answer = await ask('feed', url() + member.path, { headers, check: isTheirs(member) });
    if (!answer) return;
    const recording = /\/recordings\/[^"?<]+/.exec(answer.text)?.[0] ?? '/recordings/none';
    await ask('recording', url() + recording, { headers });
    const known = { ...headers, 'if-none-match': String(answer.headers.get('etag')) };
    for (let turn = 0; turn < 4; turn += 1)
      await ask('feed again', url() + member.path, { headers: known });
  }

  /** Takes a new link, which the other process may not know yet. @param {Member} member */
  async function use(member) {
    await ask('new feed', url() + member.path, { check: isTheirs(member), soon: SOON_MS });
    writes.links.set(member.path, 200);
    writes.joined.push(member);
  }

  async function join() {
    const email = `${randomUUID()}@example.org`;
    if (!(await change('grant', { method: 'PUT', body: '{}' }, email))) return;
    writes.grants.set(email, true);
    const { api } = anyService();
    const made = await call('private feed', () => api.privateFeed({ email, sku }));
    if (made) await use({ ...made, email, path: new URL(made.feedUrl).pathname });
  }

  async function lapse() {
    const member = takeOut();
    if (!member) return;
    writes.grants.delete(member.email);
    if (!(await change('revoke', { method: 'DELETE' }, member.email))) return;
    writes.grants.set(member.email, false);
    const check = (/** @type {Answer} */ { text }) =>
      text.includes('membership-ended') ? undefined : 'membership goes on';
    await ask('ended feed', url() + member.path, { check, soon: SOON_MS });
  }

  async function reset() {
    const member = takeOut();
    if (!member) return;
    writes.links.delete(member.path);
    const { api } = anyService();
    const made = await call('reset', () => api.resetFeed({ userId: member.userId, sku }));
    if (!made) return;
    await ask('dead link', url() + member.path, { soon: SOON_MS });
    writes.links.set(member.path, 404);
    await use({ ...member, path: new URL(made.feedUrl).pathname });
  }

  async function visitPage() {
    const { email, path } = anyOf(members);
    const authorization = `Bearer ${await createSubscribeToken({ email, sku }, rig.secret)}`;
    const check = (/** @type {Answer} */ { text }) =>
      new URL(JSON.parse(text).feedUrl).pathname === path ? undefined : "another's";
    await ask('page visit', `${url()}/subscribe`, { headers: { authorization }, check });
  }

  const foreign = () => {
    const feed = `${rig.hostUrl}/feed-${Math.floor(Math.random() * 5)}.xml`;
    return `${url()}/rss?format=service&url=${encodeURIComponent(feed)}`;
  };

  /** @type {readonly (readonly [weight: number, act: () => Promise<unknown>])[]} */
  const acts = [
    [24, poll],
    [4, () => ask('foreign parse', foreign(), { leaveAfter: 10_000 * patience })],
    // A reader who left while a thread started once ended the process.
    [3, () => ask('leaving', foreign(), { leaveAfter: Math.ceil(Math.random() * 100) })],
    [6, join],
    [2, lapse],
    [2, reset],
    [12, visitPage],
  ];
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  return async () => {
    let left = Math.random() * total;
    await acts.find(([weight]) => (left -= weight) < 0)?.[1]();
  };
}
