/** How current the shows of the catalogue are, from what is known of their feeds. */
import type { Product } from '../catalogue/catalogue.js';
import type { SourceState } from './source-copies.js';

export interface ShowState {
  sku: string;
  /** Seconds since its feeds were last read or found unchanged; `undefined` without a copy. */
  ageSeconds: number | undefined;
  /** Why its feeds, or one of them, could not be read at the last attempt. */
  error: unknown;
}

/** A show made of several feeds is as old as the oldest copy in it, and fails if any of them does. */
export function showStates(
  products: readonly Product[],
  stateOf: (feed: string) => SourceState,
  now: Date,
): ShowState[] {
  return products.map(({ sku, sources }) => {
    const states = sources.map(({ feed }) => stateOf(feed));
    const times = states.flatMap(({ readAt }) => readAt ?? []);
    const oldest = times.length > 0 ? Math.min(...times) : undefined;
    return {
      sku,
      ageSeconds: oldest === undefined ? undefined : Math.max(0, (now.getTime() - oldest) / 1_000),
      error: states.find(({ error }) => error !== undefined)?.error,
    };
  });
}
