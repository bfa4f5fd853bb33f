/** The law of limits: what is one below, at, and one above a limit. */
import { expect } from 'vitest';

/** Whether something of this size is let through. */
type Fits = (size: number) => boolean | Promise<boolean>;

async function expectAround(limit: number, fits: Fits, expected: readonly boolean[]) {
  const around: boolean[] = [];
  for (const size of [limit - 1, limit, limit + 1]) around.push(await fits(size));
  expect(around, `below, at and above ${limit}`).toEqual(expected);
}

/** `most` is the largest that fits. */
export const expectAtMost = (most: number, fits: Fits) =>
  expectAround(most, fits, [true, true, false]);

/** `least` is the smallest that fits. */
export const expectAtLeast = (least: number, fits: Fits) =>
  expectAround(least, fits, [false, true, true]);
