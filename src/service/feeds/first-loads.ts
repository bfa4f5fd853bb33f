/** The day on which each show was first loaded: the date of the notice in a show without episodes. */
import { untilItFails } from './until-it-fails.js';
import type { Store } from '../store/store.js';

/** When the show of a product was first loaded, by any process. The first call notes it. */
export type FirstLoad = (sku: string) => Promise<Date>;

export function createFirstLoads(store: Pick<Store, 'setting'>, now: () => Date): FirstLoad {
  const known = new Map<string, () => Promise<Date>>();

  return function firstLoad(sku) {
    const read =
      known.get(sku) ??
      untilItFails(
        async () => new Date(await store.setting(`first-load ${sku}`, now().toISOString())),
      );
    known.set(sku, read);
    return read();
  };
}
