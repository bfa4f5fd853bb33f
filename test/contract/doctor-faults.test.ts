/** The doctor against faults of each kind: it names the call that fails, and never a secret. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DoctorConfig } from '../../src/publisher/doctor/walk.js';
import type { Finding } from '../../src/publisher/doctor/finding.js';
import { findingsOf } from '../support/publisher/doctor.js';
import { casesAt, goodBodies, names, runAll } from '../support/operator/faults.js';
import {
  calls,
  startFaultyOperator,
  type FaultyOperator,
} from '../support/operator/faulty-operator.js';
import { configFor, secrets } from '../support/operator/operator.js';
import { inRealTime, installVirtualTime, VirtualTime } from '../support/waiting/virtual-time.js';
import { freePort } from '../support/programs/free-port.js';

const AT_ONCE = 24;
/** In the time of each client, so that each delay is exact. */
const cases = casesAt(new VirtualTime().now());

let operator: FaultyOperator;
let closedPort: number;
const results = new Map<string, Finding[]>();

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
  const config: DoctorConfig = {
    ...configFor(operator.urlOf(id)),
    now: time.now,
    fetch: (input, init) => {
      const url = input as string;
      // The feed itself is tried elsewhere.
      if (url === secrets.feedUrl) return Promise.resolve(new Response(null, { status: 404 }));
      const isCall = (init?.method ?? 'GET') === method && url.includes(`/${id}${path}`);
      const isRefused = row.fault === 'refused' && isCall;
      return inRealTime(() => fetch(isRefused ? `http://127.0.0.1:${closedPort}/` : input, init));
    },
  };
  results.set(id, await time.run(() => findingsOf(config)));
}

beforeAll(async () => {
  installVirtualTime();
  operator = await startFaultyOperator(goodBodies);
  closedPort = await freePort();
  await runAll(cases, AT_ONCE, run);
}, 120_000);

afterAll(() => {
  vi.restoreAllMocks();
  return operator.close();
});

describe.each(names)('walk: call %s', (call) => {
  it.each(cases.filter((each) => each.call === call))(
    'names the call and the remedy: $name',
    ({ id, row }) => {
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
    },
  );
});
