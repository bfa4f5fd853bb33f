/** Many rows, some at a time: an embedded database stops the process for each statement. */
import { setImmediate } from 'node:timers/promises';

/** Rows of one statement. */
const BATCH = 500;

export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH);
}

/** Goes through many things, while others have their turn in between. */
export async function eachInTurns<T>(all: readonly T[], see: (one: T) => void): Promise<void> {
  for (const batch of inBatches(all)) {
    for (const one of batch) see(one);
    await setImmediate();
  }
}

/**
 * A JSON array as the rows of a statement: `$n`. Where a table may be large, its rows are looked up one by
 * one, by a `lateral` that `offset 0` keeps apart: a planner without statistics, as in a database that
 * was filled just now, would read the whole table for each batch.
 */
export const texts = (n: number): string => `(select json_array_elements_text($${n}::text::json))`;
