/** The conformance run is right by demonstration: each operator here is wrong in one thing, and one case says so. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Verdict } from '../../../src/conformance/report/result.js';
import { caseIds } from '../../../src/conformance/operator/interface-statements.js';
import { good } from '../../support/operator/alterations.js';
import { startOperator } from '../../support/operator/operator.js';
import { installVirtualTime } from '../../support/waiting/virtual-time.js';
import { createHabits, createOddities } from './habits.js';
import { runAgainst, unaltered, unjustified } from './run-against.js';
import { wrongAnywhere } from './wrong/anywhere.js';
import { wrongEntitlements } from './wrong/entitlement.js';
import { wrongLinks } from './wrong/link.js';
import { wrongPages, wrongParsers } from './wrong/public.js';
import { wrongTokens } from './wrong/token.js';
import { wrongUsers } from './wrong/user.js';

const wrong = [
  ...wrongTokens,
  ...wrongUsers,
  ...wrongEntitlements,
  ...wrongLinks,
  ...wrongParsers,
  ...wrongPages,
  ...wrongAnywhere,
];

/** Cases that no operator can fail: what they look for is allowed. `habits.test.ts` has operators for them. */
const cannotFail = [...createHabits(), ...createOddities()].flatMap(([, deviates]) => deviates);

/** What no answer shows. */
const unseen = ['4.3-25'];

let honest: Record<string, Verdict>;

beforeAll(async () => {
  installVirtualTime();
  honest = (await runAgainst(unaltered)).verdicts;
});
afterAll(() => void vi.restoreAllMocks());

describe('runConformance', () => {
  it('passes an operator that keeps to the interface', () => {
    const others = Object.entries(honest).filter(([, verdict]) => verdict !== 'pass');
    expect(others).toEqual([
      ['4.3-25', 'skipped'],
      ['8-2', 'skipped'],
    ]);
    expect(Object.keys(honest)).toEqual(caseIds);
  });

  it.each(wrong.map((row) => [row[0], row[1], row] as const))(
    'fails an operator that %s, by case %s alone',
    async (_, caught, [, , alteration, config]) => {
      const visited = await runAgainst(alteration, config);
      const { verdicts, isWhole } = visited;
      expect(unjustified(visited)).toEqual([]);
      expect(isWhole).toBe(true);
      const changed = Object.entries(verdicts).filter(
        ([id, verdict]) => verdict !== honest[id] && verdict !== 'skipped',
      );
      expect(Object.fromEntries(changed)).toEqual({ [caught]: 'fail' });
    },
  );

  it.each([
    [
      'is down for good, and asks each time to come back',
      { status: 503, headers: { 'retry-after': '5' } },
    ],
    ['limits the client for ever', { status: 429, headers: { 'retry-after': '1' } }],
    ['sends the client away for a day', { status: 429, headers: { 'retry-after': '86400' } }],
  ] as const)('comes to no end with an operator that %s', async (_, answer) => {
    const visited = await runAgainst(() => ({ ...answer, body: {} }));
    expect(visited.isWhole).toBe(false);
    // The limit itself may be as the interface has it.
    const others = visited.results.filter(({ id }) => id !== '8-2');
    expect(others.filter(({ verdict }) => verdict !== 'skipped')).toEqual([]);
    expect(unjustified(visited)).toEqual([]);
  });

  it('sends no feed URL to where the page leads', async () => {
    const elsewhere = await startOperator();
    const headers = { location: `${elsewhere.url}/en` };
    await runAgainst(good('4.6', () => ({ status: 307, headers })));
    await elsewhere.close();
    expect(elsewhere.seen).toEqual([]);
  });

  it('sends nothing to where an operator leads it', async () => {
    const elsewhere = await startOperator();
    const { results } = await runAgainst(
      good('4.1', () => ({
        status: 307,
        headers: { location: `${elsewhere.url}/oauth/token` },
      })),
    );
    await elsewhere.close();
    expect(elsewhere.seen).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
      '4.1-1',
    ]);
  });

  it('has an operator here for each case', () => {
    const caught = new Set<string>([...wrong.map(([, id]) => id), ...cannotFail, ...unseen]);
    expect(caseIds.filter((id) => !caught.has(id))).toEqual([]);
  });
});
