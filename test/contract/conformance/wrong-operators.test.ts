/** The conformance run is right by demonstration: each operator here is wrong in one thing, and one case says so. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Verdict } from '../../../src/publisher/conformance/case.js';
import { caseIds } from '../../../src/publisher/conformance/statements.js';
import { installVirtualTime } from '../../support/waiting/virtual-time.js';
import { createHabits, createOddities } from './habits.js';
import { runAgainst, unaltered } from './run-against.js';
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
      const { verdicts } = await runAgainst(alteration, config);
      const changed = Object.entries(verdicts).filter(
        ([id, verdict]) => verdict !== honest[id] && verdict !== 'skipped',
      );
      expect(Object.fromEntries(changed)).toEqual({ [caught]: 'fail' });
    },
  );

  it('has an operator here for each case', () => {
    const caught = new Set<string>([...wrong.map(([, id]) => id), ...cannotFail, ...unseen]);
    expect(caseIds.filter((id) => !caught.has(id))).toEqual([]);
  });
});
