import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { databaseFailure, feedFailure } from '../../../src/service/failures/placed-failures.js';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { describeFailure } from '../../../src/service/failures/describe-failure.js';
import { countRepeated } from '../../../src/service/failures/repeated-failures.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const lines: object[] = [];
  return { lines, ...countRepeated((line) => lines.push(line)) };
}

/** What a line has that counts those before it. */
interface Counts {
  count?: number;
  first?: string;
  last?: string;
}

const full = { error: 'unavailable', code: '53100' };

describe('countRepeated', () => {
  it('passes the first failure at once, and counts the others once a minute', () => {
    const { lines, log } = setUp();
    const times = ['a', 'b', 'c'].map((id) => {
      vi.advanceTimersByTime(1_000);
      log({ time: id, id, ...full, at: [id] });
      return new Date().toISOString();
    });
    expect(lines).toEqual([{ time: 'a', id: 'a', ...full, at: ['a'] }]);
    vi.advanceTimersByTime(60_000);
    const [, first, last] = times;
    expect(lines.slice(1)).toEqual([{ ...full, at: ['a'], count: 2, first, last }]);
    log(full);
    const again = new Date().toISOString();
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(2)).toEqual([{ ...full, at: ['a'], count: 1, first: again, last: again }]);
    vi.advanceTimersByTime(60_000);
    log({ ...full, id: 'd' });
    expect(lines.at(-1)).toEqual({ ...full, id: 'd' });
  });

  it('tells the causes of two shows apart, and passes what is no failure', () => {
    const { lines, log } = setUp();
    log({ ...full, sku: 'sid:a' });
    log({ ...full, sku: 'sid:b' });
    for (let at = 0; at < 2; at += 1) log({ status: 500 });
    expect(lines).toHaveLength(4);
  });

  it('loses nothing when it is flushed', () => {
    const { lines, log, flush } = setUp();
    for (let at = 0; at < 5; at += 1) log(full);
    flush();
    expect(lines).toMatchObject([full, { ...full, count: 4 }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps its size, and counts all, however many causes there are', () => {
    const { lines, log, flush } = setUp();
    for (let at = 0; at < 10_000; at += 1) log({ error: 'forbidden', message: `Of ${at}.` });
    expect(lines).toHaveLength(201);
    expect(vi.getTimerCount()).toBe(201);
    flush();
    expect(lines.at(-1)).toMatchObject({ error: 'others', count: 9_799 });
  });

  it('writes no line of a fault that is cured, and counts every other', () => {
    const missing = new PrivatePodcastError('unavailable', 'It cannot be read.');
    const place = (sku: string, source: number) => ({
      failures: [{ sku, source, ...describeFailure(feedFailure(missing, sku, source, '/a')) }],
      cure: { show: 'readable again', sku, source },
    });
    const database = ['53100', '08006', 'ECONNREFUSED'].map((code) =>
      describeFailure(databaseFailure(Object.assign(new Error('x'), { code }))),
    );
    const parts = [
      place('sid:a', 0),
      place('sid:a', 1),
      place('sid:b', 0),
      { failures: database, cure: { database: 'writable again' } },
      { failures: database, cure: { changes: 'known again' } },
    ];
    const step = fc.oneof(
      fc.record({ part: fc.constantFrom(...parts), at: fc.nat(2) }),
      fc.record({ cured: fc.constantFrom(...parts) }),
      fc.record({ seconds: fc.integer({ min: 1, max: 150 }) }),
    );
    const written = (line: object) => JSON.stringify({ ...line, count: 0, first: 0, last: 0 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        /** How often each failure happened since it was last cured, and how often that was told. */
        const happened = new Map<string, number>();
        const told = new Map<string, number>();
        const { log, flush } = countRepeated((line) => {
          if (!('error' in line)) return;
          const { count = 1, first, last } = line as Counts;
          expect(happened.has(written(line))).toBe(true);
          told.set(written(line), (told.get(written(line)) ?? 0) + count);
          expect('count' in line).toBe(first !== undefined && last !== undefined && first <= last);
        });
        for (const each of steps) {
          if ('seconds' in each) vi.advanceTimersByTime(each.seconds * 1_000);
          else if ('cured' in each) {
            log(each.cured.cure);
            for (const failure of each.cured.failures) {
              happened.delete(written(failure));
              told.delete(written(failure));
            }
          } else {
            const failure = each.part.failures[each.at % each.part.failures.length]!;
            happened.set(written(failure), (happened.get(written(failure)) ?? 0) + 1);
            log({ ...failure });
            expect(told.has(written(failure))).toBe(true);
          }
        }
        flush();
        expect(told).toEqual(happened);
      }),
    );
  });
});
