/** Each of the five calls × every way for it to fail, on real sockets: one table. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFeedServiceClient } from '../../src/api/client.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import { expectNoSecret, textsOf } from '../support/failures.js';
import { calls, startFaultyOperator, type FaultyOperator } from '../support/faulty-operator.js';
import { cases, goodBodies, names, SLOW, findClosedPort, runAll } from '../support/faults.js';
import { configFor, secrets } from '../support/operator.js';

/** Milliseconds: however busy the machine, a fault that ends by itself ends before them. */
const PATIENT = { timeout: 60_000, deadline: 100_000 };
const AT_ONCE = 24;

let operator: FaultyOperator;
let closedPort: number;
/** What each case failed with, by its ID. */
const results = new Map<string, unknown>();
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
const logs: string[] = [];

async function run({ id, call, row }: (typeof cases)[number]): Promise<void> {
  if (row.fault !== 'refused') operator.plan(id, call, row.fault);
  const [method, path = ''] = calls[call].split(' ');
  const client = createFeedServiceClient({
    ...configFor(operator.urlOf(id)),
    ...(row.isSlow ? SLOW : PATIENT),
    fetch: (input, init) => {
      const isCall =
        (init?.method ?? 'GET') === method && (input as string).includes(`/${id}${path}`);
      const isRefused = row.fault === 'refused' && isCall;
      return fetch(isRefused ? `http://127.0.0.1:${closedPort}/` : input, init);
    },
  });
  const error: unknown = await (
    call === '4.5'
      ? client.parse(secrets.feedUrl)
      : client.privateFeed({ email: secrets.email, sku: 'sid:one' })
  ).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  results.set(id, error);
}

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled);
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...texts) => void logs.push(texts.join(' ')));
  }
  operator = await startFaultyOperator(goodBodies);
  closedPort = await findClosedPort();
  await runAll(cases, AT_ONCE, run);
}, 120_000);

afterAll(async () => {
  process.off('unhandledRejection', onUnhandled);
  vi.restoreAllMocks();
  await operator.close();
});

describe.each(names)('%s', (call) => {
  it.each(cases.filter((each) => each.call === call))('$name', ({ id, row }) => {
    expect(results.has(id)).toBe(true);
    const error = results.get(id);
    const code =
      error instanceof PrivatePodcastError ? error.code : error === undefined ? 'ok' : error;
    expect(code).toBe(row.code[call]);
    if (error === undefined) return;
    expectNoSecret(textsOf(error));
    const { retryAfter } = error as PrivatePodcastError;
    if (row.retryAfter === undefined) return;
    expect(retryAfter).toBeGreaterThan(row.retryAfter - 60);
    expect(retryAfter).toBeLessThanOrEqual(row.retryAfter);
  });
});

it('nothing was rejected unhandled, and nothing logged', () => {
  expect(unhandled).toEqual([]);
  expect(logs).toEqual([]);
});

it.each(['500', 'no answer', 'reset midway'])('auto-onboard is not repeated after %s', (name) => {
  expect(operator.asked(`${name} 4.3`.replace(/\W/g, '-'), '4.3')).toBe(1);
});
