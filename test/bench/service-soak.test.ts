/** The judge of the soaks (`bench/service/mixed-load.mjs`): the outcomes that it explains by a fault, and the memory that it calls flat. */
import { describe, expect, it } from 'vitest';
import { judgeMemory } from '../../bench/service/verdict.mjs';
import {
  createPhases,
  createTally,
  isExplained,
  outcomeOf,
  quiet,
} from '../../bench/service/mixed-load.mjs';
import { percentile } from '../../bench/statistics.mjs';

const faults = {
  down: { where: 'operator', explains: ['503 unavailable'] },
  hanging: { where: 'operator', explains: ['504 timeout'], lingers: 9_000 },
};
const page = { expects: ['200'], reaches: ['operator'] };

describe('isExplained', () => {
  it.each([
    ['as expected', '200', page, [], true],
    ['that the fault explains', '503 unavailable', page, [faults.down], true],
    ['without a fault', '503 unavailable', page, [], false],
    ['of another fault', '504 timeout', page, [faults.down], false],
    ['that is worse than the fault', '500', page, [faults.down], false],
    ['out of reach', '503 unavailable', { expects: ['401'] }, [faults.down], false],
  ])('judges an outcome %s', (_, outcome, kind, inForce, explained) => {
    expect(isExplained(outcome, kind, inForce)).toBe(explained);
  });
});

describe('outcomeOf', () => {
  it.each([
    [{ status: 200, headers: {}, text: '{"code":"none"}' }, '200'],
    [
      {
        status: 503,
        headers: { 'content-type': 'application/problem+json' },
        text: '{"code":"unavailable"}',
      },
      '503 unavailable',
    ],
    [{ status: 429, headers: {}, text: '' }, '429 without Retry-After'],
    [{ status: 429, headers: { 'retry-after': '10' }, text: '' }, '429'],
  ])('gives the status and the code of answer %#', (answer, words) => {
    expect(outcomeOf(answer)).toBe(words);
  });
});

describe('createPhases', () => {
  it('counts a fault while it is in force, and as long as requests may still show it', () => {
    const phases = createPhases(faults);
    phases.begin('down', 1_000)(1_000);
    phases.begin('hanging', 10_500)(11_000);
    phases.begin(quiet, 20_000)(20_000);
    expect(phases.between(0, 999)).toEqual([]);
    expect(phases.between(0, 1_000)).toEqual([faults.down]);
    expect(phases.between(9_000, 10_000)).toEqual([faults.down]);
    expect(phases.between(13_000, 13_500)).toEqual([faults.down, faults.hanging]);
    expect(phases.between(14_000, 14_500)).toEqual([faults.hanging]);
    expect(phases.between(29_000, 29_500)).toEqual([faults.hanging]);
    expect(phases.between(29_001, 29_500)).toEqual([]);
  });
});

it('createTally counts an answer that no fault explains', () => {
  const tally = createTally({ page }, createPhases(faults));
  tally.record('page', '200', performance.now());
  tally.record('page', '503 unavailable', performance.now());
  tally.record('page', '200', performance.now() - 10_001);
  expect([...tally.unexplained]).toEqual([
    [`page: 503 unavailable (${quiet})`, 1],
    [`page: 200, too late (${quiet})`, 1],
  ]);
});

describe('judgeMemory', () => {
  const samples = (heapAt: (minute: number) => number, minutes = 10) =>
    Array.from({ length: minutes * 12 + 1 }, (_, index) => ({
      minute: index / 12,
      rss: 100,
      heap: heapAt(index / 12),
    }));

  it('calls memory flat that only fills at first', () => {
    const { growth, isJudged } = judgeMemory(
      samples((minute) => Math.min(50, 20 + 10 * minute)),
      'heap',
    );
    expect({ growth, isJudged }).toEqual({ growth: 1, isJudged: true });
  });

  it('reports the growth of memory that keeps growing', () => {
    const { growth } = judgeMemory(
      samples((minute) => 20 + 5 * minute),
      'heap',
    );
    expect(growth).toBeGreaterThan(1.1);
  });

  it('does not judge a short run', () => {
    expect(
      judgeMemory(
        samples((minute) => 20 + 5 * minute, 1),
        'heap',
      ).isJudged,
    ).toBe(false);
  });
});

it('percentile returns the smallest number that is enough', () => {
  const numbers = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect([0, 0.5, 0.99, 1].map((share) => percentile(numbers, share))).toEqual([1, 100, 198, 200]);
  expect(percentile([], 0.5)).toBeNaN();
});
