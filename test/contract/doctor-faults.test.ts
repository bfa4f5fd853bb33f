/** The doctor against faults of each kind: it names the call that fails, and never a secret. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/publisher/doctor/finding.js';
import { findingsOf } from '../support/doctor.js';
import { cases as allCases, goodBodies, names, findClosedPort, runAll } from '../support/faults.js';
import { calls, startFaultyOperator, type FaultyOperator } from '../support/faulty-operator.js';
import { configFor, secrets } from '../support/operator.js';

const kinds = [
  'connection refused',
  'no answer',
  'reset midway',
  '401',
  '402',
  '403 and a page',
  '403 for a scope, as a message',
  '403 for the client',
  '404 and a page',
  '429 with nothing',
  '502 as HTML',
  '204',
  'truncated JSON',
  'wrong types',
  'wrong media type',
  'redirect',
  'no HTTP',
];
const cases = allCases.filter(({ name }) => kinds.includes(name));
const AT_ONCE = 8;
/** Milliseconds for one try, where only that ends the wait. */
const PATIENCE = { timeout: 3_000 };

let operator: FaultyOperator;
let closedPort: number;
const results = new Map<string, Finding[]>();

async function run({ id, call, row }: (typeof cases)[number]): Promise<void> {
  if (row.fault !== 'refused') operator.plan(id, call, row.fault);
  const [method, path = ''] = calls[call].split(' ');
  const found = await findingsOf({
    ...configFor(operator.urlOf(id)),
    ...(row.isSlow && PATIENCE),
    fetch: (input, init) => {
      const url = input as string;
      // The feed itself is tried elsewhere.
      if (url === secrets.feedUrl) return Promise.resolve(new Response(null, { status: 404 }));
      const isCall = (init?.method ?? 'GET') === method && url.includes(`/${id}${path}`);
      const isRefused = row.fault === 'refused' && isCall;
      return fetch(isRefused ? `http://127.0.0.1:${closedPort}/` : input, init);
    },
  });
  results.set(id, found);
}

beforeAll(async () => {
  operator = await startFaultyOperator(goodBodies);
  closedPort = await findClosedPort();
  await runAll(cases, AT_ONCE, run);
}, 120_000);

afterAll(() => operator.close());

describe.each(names)('%s', (call) => {
  it.each(cases.filter((each) => each.call === call))('$name', ({ id, row }) => {
    const found = results.get(id)!;
    const failed = found.filter(({ step, result }) => result === 'failed' && step !== 'feed');
    const code = row.code[call];
    if (code === 'ok') {
      expect(failed).toEqual([]);
      return;
    }
    expect(failed).toHaveLength(1);
    expect(failed[0]!.step.slice(0, 3)).toBe(call);
    expect(failed[0]!.code).toBe(code);
    // It says what to do: in the message itself, or in a sentence of advice after it.
    expect(failed[0]!.message).toMatch(/^[A-Z`].+\. [A-Z`].+\.$/);
  });
});
