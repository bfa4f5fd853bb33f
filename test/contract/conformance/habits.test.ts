/** An operator with the habits of real ones passes a conformance run, which says what is unusual of it. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Verdict } from '../../../src/conformance/report/result.js';
import { good } from '../../support/operator/alterations.js';
import { installVirtualTime } from '../../support/waiting/virtual-time.js';
import { createHabits, createOddities, withHabits } from './habits.js';
import { later, runAgainst, unaltered, unjustified } from './run-against.js';

beforeAll(installVirtualTime);
afterAll(() => void vi.restoreAllMocks());

const idsOf = (verdicts: Record<string, Verdict>, verdict: Verdict) =>
  Object.keys(verdicts).filter((id) => verdicts[id] === verdict);

describe('runConformance', () => {
  it('passes an operator that has every habit, and says what is unusual', async () => {
    const habits = createHabits();
    const visited = await runAgainst(withHabits(habits));
    const { verdicts, said } = visited;
    expect(unjustified(visited)).toEqual([]);
    expect(idsOf(verdicts, 'fail')).toEqual([]);
    expect(idsOf(verdicts, 'deviates').sort()).toEqual(habits.flatMap(([, ids]) => ids).sort());
    expect(idsOf(verdicts, 'skipped')).toEqual(['4.3-25', '4.4-20']);
    expect(said).toEqual([expect.stringContaining('Waiting for 30 s')]);
  });

  it('says what it waits for where an answer is late, and nothing where it is not', async () => {
    const late = good('4.2', (answer) => later(4000, answer));
    const { said } = await runAgainst(late);
    expect(said[0]).toBe('Waiting for the answer to GET {baseUrl}/profile/email/{member}.');
    expect((await runAgainst(unaltered)).said).toEqual([]);
  });

  it.each(
    [...createHabits(), ...createOddities()].map(
      (habit) => [habit[0], `${habit[1].length}`, habit] as const,
    ),
  )('passes an operator that %s, with %s deviations', async (_, __, habit) => {
    const [, deviates, alteration, config] = habit;
    const visited = await runAgainst(alteration, config);
    const { verdicts, isWhole } = visited;
    expect(unjustified(visited)).toEqual([]);
    expect(isWhole).toBe(true);
    expect(idsOf(verdicts, 'fail')).toEqual([]);
    expect(idsOf(verdicts, 'deviates').sort()).toEqual([...deviates].sort());
  });
});
