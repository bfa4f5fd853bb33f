/** How long after a fault everything works again, seen as members, publishers and operators see it. */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { fetch } from 'undici';
import { createSubscribeToken } from '../../dist/publisher.js';
import { sku } from '../service/installation.mjs';

const PAUSE_MS = 100;
const GIVE_UP_MS = 120_000;
const TIMEOUT_MS = 5_000;

/** "Recovery within seconds": what a fault may cost after its cause is gone. */
export const MAX_RECOVERY_SECONDS = 15;

const MAX_PATIENCE = 4;

/**
 * How many times as long everything may take on this machine: once where there are as many cores as programs
 * that want one. It is asked before a soak begins, which is a load by itself.
 */
export const patienceNow = () =>
  Math.min(MAX_PATIENCE, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));

/**
 * The checks that pass when all is well.
 * @param {import('./rig.mjs').Rig} rig
 * @param {import('undici').Dispatcher} dispatcher
 * @param {string} token of an operator @param {import('../service/installation.mjs').Member} member
 * @returns {Record<string, () => Promise<boolean>>}
 */
export function createChecks({ urls, secret }, dispatcher, token, member) {
  const grant = `/admin/grants/${encodeURIComponent(sku)}/still-well@example.org`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  /** @param {string} url @param {import('undici').RequestInit} [init] */
  const isOk = async (url, init) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { ...init, signal, dispatcher });
    await response.arrayBuffer();
    return response.status === 200;
  };
  const write = { method: 'PUT', headers, body: '{}' };
  return {
    'readiness of A': () => isOk(`${urls.A}/ready`),
    'readiness of B': () => isOk(`${urls.B}/ready`),
    'a write by A': () => isOk(urls.A + grant, write),
    'a write by B': () => isOk(urls.B + grant, write),
    'a feed': () => isOk(urls.nginx + member.path),
    'a page visit': async () => {
      const authorization = `Bearer ${await createSubscribeToken({ email: member.email, sku }, secret)}`;
      return isOk(`${urls.handler}/?fresh`, { headers: { authorization } });
    },
  };
}

/**
 * Waits until all checks pass, one after the other, in one round.
 * @param {Readonly<Record<string, () => Promise<boolean>>>} checks
 * @param {() => number} [now] in milliseconds
 * @returns seconds, Infinity if that has not come about after two minutes; and the check that failed last
 */
export async function untilAllWell(checks, now = () => performance.now()) {
  const from = now();
  let last = '';
  for (;;) {
    let failing;
    for (const [name, check] of Object.entries(checks)) {
      if (!(await check().catch(() => false))) failing = name;
      if (failing) break;
    }
    const took = now() - from;
    if (!failing) return { seconds: took / 1000, last };
    last = failing;
    if (took > GIVE_UP_MS) return { seconds: Infinity, last };
    await setTimeout(PAUSE_MS);
  }
}
