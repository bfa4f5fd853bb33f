/**
 * Each of the five calls × every way for it to fail, on real sockets: one table. Time alone is not
 * real: it passes while the client waits before another try, and when the operator has nothing more
 * to say. So each case is held to the client's own limits, on a machine as busy as may be.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFeedServiceClient } from '../../src/api/client.js';
import { DEFAULT_DEADLINE_MS } from '../../src/api/deadline.js';
import { DEFAULT_TIMEOUT_MS } from '../../src/api/http.js';
import { MAX_PODCAST_BYTES } from '../../src/api/parser.js';
import { MAX_ANSWER_BYTES } from '../../src/api/requests/request-service.js';
import { DEFAULT_RETRY_AFTER_SECONDS, MAX_FIRST_WAIT_MS } from '../../src/api/requests/retry.js';
import { PrivatePodcastError } from '../../src/errors/private-podcast-error.js';
import { expectNoSecret, textsOf } from '../support/operator/failures.js';
import {
  calls,
  startFaultyOperator,
  type FaultyOperator,
} from '../support/operator/faulty-operator.js';
import { casesAt, goodBodies, names, runAll } from '../support/operator/faults.js';
import { configFor, secrets } from '../support/operator/operator.js';
import { inRealTime, installVirtualTime, VirtualTime } from '../support/waiting/virtual-time.js';
import { freePort } from '../support/programs/free-port.js';

/** Before a second and a third try. */
const MAX_WAITS_MS = MAX_FIRST_WAIT_MS + 2 * MAX_FIRST_WAIT_MS;
const AT_ONCE = 24;
/** In the time of each client, so that each delay is exact. */
const cases = casesAt(new VirtualTime().now());

let operator: FaultyOperator;
let closedPort: number;
/** The error of each case, and its duration in milliseconds, by the ID of the case. */
const results = new Map<string, { error: unknown; elapsed: number }>();
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
const logs: string[] = [];

async function run({ id, call, row }: (typeof cases)[number]): Promise<void> {
  const time = new VirtualTime();
  const { fault } = row;
  if (fault !== 'refused') {
    operator.plan(id, call, (...exchange) => {
      fault(...exchange);
      if (row.isSlow) time.advanceToNext();
    });
  }
  const [method, path = ''] = calls[call].split(' ');
  const client = createFeedServiceClient({
    ...configFor(operator.urlOf(id)),
    now: time.now,
    fetch: (input, init) => {
      const isCall =
        (init?.method ?? 'GET') === method && (input as string).includes(`/${id}${path}`);
      const isRefused = row.fault === 'refused' && isCall;
      return inRealTime(() => fetch(isRefused ? `http://127.0.0.1:${closedPort}/` : input, init));
    },
  });
  const asked = time.run<Promise<unknown>>(() =>
    call === '4.5'
      ? client.parse(secrets.feedUrl)
      : client.privateFeed({ email: secrets.email, sku: 'sid:one' }),
  );
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  results.set(id, { error, elapsed: time.elapsed });
}

beforeAll(async () => {
  process.on('unhandledRejection', onUnhandled);
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...texts) => void logs.push(texts.join(' ')));
  }
  installVirtualTime();
  operator = await startFaultyOperator(goodBodies);
  closedPort = await freePort();
  await runAll(cases, AT_ONCE, run);
}, 120_000);

afterAll(async () => {
  process.off('unhandledRejection', onUnhandled);
  vi.restoreAllMocks();
  await operator.close();
});

describe.each(names)('createFeedServiceClient: call %s', (call) => {
  it.each(cases.filter((each) => each.call === call))(
    'reports the fault within its limits: $name',
    ({ id, row }) => {
      const { error, elapsed } = results.get(id)!;
      const code =
        error instanceof PrivatePodcastError ? error.code : error === undefined ? 'ok' : error;
      expect(code).toBe(row.code[call]);
      if (row.isSlow)
        expect(elapsed).toBe(call === '4.5' ? DEFAULT_TIMEOUT_MS : DEFAULT_DEADLINE_MS);
      else expect(elapsed).toBeLessThanOrEqual(MAX_WAITS_MS);
      if (error === undefined) return;
      expectNoSecret(textsOf(error));
      expect((error as PrivatePodcastError).retryAfter).toBe(row.retryAfter);
    },
  );
});

it('createFeedServiceClient leaves no rejection unhandled and logs nothing', () => {
  expect(unhandled).toEqual([]);
  expect(logs).toEqual([]);
});

it('createFeedServiceClient has the limits of docs/interface.md 8', () => {
  expect(DEFAULT_TIMEOUT_MS).toBe(10_000);
  expect(DEFAULT_DEADLINE_MS).toBe(8_000);
  expect(MAX_ANSWER_BYTES).toBe(1024 * 1024);
  expect(MAX_PODCAST_BYTES).toBe(32 * 1024 * 1024);
  expect(MAX_FIRST_WAIT_MS).toBe(200);
  expect(DEFAULT_RETRY_AFTER_SECONDS).toBe(10);
});

it.each(['500', 'no answer', 'reset midway'])(
  'createFeedServiceClient does not repeat auto-onboard after %s',
  (name) => {
    expect(operator.asked(`${name} 4.3`.replace(/\W/g, '-'), '4.3')).toBe(1);
  },
);
