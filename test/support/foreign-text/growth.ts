/** Checks that work grows no faster than its input, without relying on the speed of the machine. */
import { expect } from 'vitest';

/** Below this, a time says more about the clock than about the work. */
const MIN_MS = 4;
/** Of the larger input: on a fast machine a longer one overflows the stack of a regular expression, and no feed is as long. */
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
 * Fails if `run` takes more than linear time. Compares the times for n and 4n, with the smallest n
 * whose time can be measured; passes if even a quarter of a million is too fast for that.
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
  while (4 * size < MAX_SIZE && timeFor(size) < MIN_MS) size *= 2;
  if (4 * size >= MAX_SIZE) return;
  const ratios: number[] = [];
  // Other work spoils a measurement, and so does a size at which the processor's cache is full. Both
  // pass with a larger one, but quadratic time does not.
  for (let larger = size; 4 * larger <= MAX_SIZE && ratios.length < 4; larger *= 2) {
    ratios.push(timeFor(4 * larger) / timeFor(larger));
    if (Math.min(...ratios) < MAX_RATIO) return;
  }
  expect.fail(`${size} and more grow by ${ratios.map((ratio) => ratio.toFixed(1)).join(', ')}`);
}
