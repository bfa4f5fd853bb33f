/** Medians and spreads of measurements. */

/**
 * The smallest of the numbers that a share of them does not exceed; NaN if there are none.
 * @param {readonly number[]} numbers @param {number} share 0 to 1
 */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** @param {readonly number[]} numbers */
export const median = (numbers) => percentile(numbers, 0.5);
