import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countRepeated } from '../../../src/service/failures/repeated-failures.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const lines: object[] = [];
  return { lines, ...countRepeated((line) => lines.push(line)) };
}

const full = { error: 'unavailable', code: '53100' };

describe('countRepeated', () => {
  it('passes the first failure at once, and counts the others once a minute', () => {
    const { lines, log } = setUp();
    for (const id of ['a', 'b', 'c']) log({ time: id, id, ...full, at: [id] });
    expect(lines).toEqual([{ time: 'a', id: 'a', ...full, at: ['a'] }]);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(1)).toEqual([{ ...full, at: ['a'], count: 2 }]);
    log(full);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(2)).toEqual([{ ...full, at: ['a'], count: 1 }]);
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
    expect(lines).toEqual([full, { ...full, count: 4 }]);
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
});
