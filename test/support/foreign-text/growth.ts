/** Checks that work grows no faster than its input, without relying on the speed of the machine. */
import { expect } from 'vitest';

/** Below this, a time says more about the clock than about the work. */
const MIN_MS = 4;
const MAX_SIZE = 2 ** 20;
/** Four times the input takes four times as long in linear time, 16 times in quadratic time. */
const MAX_RATIO = 10;

/** The processor's time for one run in milliseconds: the least of three. */
export function processorTime(run: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

/**
 * Fails if `run` takes more than linear time. Compares the times for n, 2n and 4n, with the
 * smallest n whose time can be measured; passes if even a million is too fast for that.
 * @param make the input of a size
 */
export function expectLinear<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): void {
  const timeFor = (size: number) => {
    const input = make(size);
    return processorTime(() => run(input));
  };
  let size = 256;
  while (size < MAX_SIZE && timeFor(size) < MIN_MS) size *= 2;
  if (size >= MAX_SIZE) return;
  const ratios: number[] = [];
  // Other work on the machine may spoil one measurement, but hardly three.
  for (let attempt = 0; attempt < 3 && Math.min(MAX_RATIO, ...ratios) >= MAX_RATIO; attempt++) {
    const [one, two, four] = [timeFor(size), timeFor(2 * size), timeFor(4 * size)];
    ratios.push(Math.max(four / one, two / one));
  }
  expect(Math.min(...ratios), `growth from ${size} to ${4 * size}`).toBeLessThan(MAX_RATIO);
}
