/**
 * What goes wrong with the operator and the cache during a soak, and which answers of the handler
 * each fault explains. A fault that explains nothing must cost the member nothing but time.
 */
import { setTimeout } from 'node:timers/promises';

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {{ json: (status: number, body: unknown, headers?: Record<string, string>) => void, good: () => void }} Answers */
/**
 * @typedef {import('../soak.mjs').Fault & {
 *   tokens?: 'revoked' | 'short-lived' | 'refused',
 *   answer?: (response: ServerResponse, answers: Answers) => unknown,
 * }} OperatorFault
 */

/** The handler's deadline, and a little more: a request that began with the fault ends by then. */
const DEADLINE_LINGERS_MS = 9_000;

const half = () => Math.random() < 0.5;
let turn = 0;

/** @param {(answers: Answers) => void} answer @param {readonly string[]} explains @returns {OperatorFault} */
const answering = (answer, explains) => ({
  where: 'operator',
  explains,
  answer: (_, answers) => answer(answers),
});

/** Bodies that are no answer to any of the calls. */
const wrongBodies = [
  '<!doctype html><title>Maintenance</title>',
  '{"access_token":"tok',
  '{"access_token":7,"id":7}',
  '',
];

/** @type {Record<string, OperatorFault>} */
export const faults = {
  slow: {
    where: 'operator',
    explains: [],
    answer: async (_, { good }) => {
      await setTimeout(100 + Math.random() * 400);
      good();
    },
  },
  crawling: {
    where: 'operator',
    explains: ['504 timeout'],
    lingers: DEADLINE_LINGERS_MS,
    answer: async (_, { good }) => {
      await setTimeout(3_000);
      good();
    },
  },
  hanging: {
    where: 'operator',
    explains: ['504 timeout'],
    lingers: DEADLINE_LINGERS_MS,
    answer: () => undefined,
  },
  cut: {
    where: 'operator',
    explains: ['503 unavailable'],
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"access_', () => response.socket?.resetAndDestroy());
    },
  },
  500: answering(
    ({ json }) => json(500, { message: 'Internal Server Error' }),
    ['503 unavailable'],
  ),
  '503 half of the time': answering(
    ({ json, good }) => (half() ? json(503, { error: 'overloaded' }) : good()),
    ['503 unavailable'],
  ),
  '429 with Retry-After': answering(
    ({ json }) => json(429, { error: 'rate_limit_exceeded' }, { 'retry-after': '30' }),
    ['429 rate-limited'],
  ),
  '429 without': answering(({ json }) => json(429, {}), ['429 rate-limited']),
  'wrong JSON': {
    where: 'operator',
    explains: ['502 bad-response'],
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(wrongBodies[turn++ % wrongBodies.length]);
    },
  },
  'tokens revoked': { where: 'operator', explains: [], tokens: 'revoked' },
  'tokens for seconds': { where: 'operator', explains: [], tokens: 'short-lived' },
  'tokens refused': { where: 'operator', explains: ['502 bad-response'], tokens: 'refused' },
  'cache slow': { where: 'cache', explains: [] },
  'cache down': {
    where: 'cache',
    // Hand-offs need the cache; the last is for a code that another device may have opened.
    explains: ['500 config', '503', '200 not opened'],
  },
};
