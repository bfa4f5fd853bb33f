/** A number of zero and more, also where it comes as digits in a string, as parsers write it. */
export function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number < Infinity ? number : undefined;
}
