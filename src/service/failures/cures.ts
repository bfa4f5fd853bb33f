/** Lines of the log that say that something is well again, and which failures are over then. */

/** Marks the line of a failure of the database. It is not written: a symbol is in no JSON. */
export const OF_DATABASE = Symbol('of the database');

interface Line {
  error?: unknown;
  sku?: unknown;
  source?: unknown;
}

/** Which failures a line declares over; `undefined` if it declares none. */
export function curedBy(line: object): ((failed: object) => boolean) | undefined {
  if ('database' in line || 'changes' in line) return (failed) => OF_DATABASE in failed;
  if ('reloaded' in line) return ({ error }: Line) => error === 'config';
  if (!('show' in line)) return undefined;
  const { sku, source } = line as Line;
  // A failure without a source is that of the whole show.
  return (failed: Line) => failed.sku === sku && [undefined, source].includes(failed.source);
}
