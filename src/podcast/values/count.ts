/**
 * A number of zero or more. Parsers also write it as a string of digits.
 * @returns undefined for anything else, also for `Infinity`
 */
export function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number < Infinity ? number : undefined;
}
