/** The day on which each show was first loaded: the date of the notice in a show without episodes. */
import type { Store } from '../store/store.js';

/** When the show of a product was first loaded, by any process. The first call notes it. */
export type FirstLoad = (sku: string) => Promise<Date>;

export function createFirstLoads(store: Pick<Store, 'setting'>, now: () => Date): FirstLoad {
  const known = new Map<string, Promise<Date>>();

  async function read(sku: string): Promise<Date> {
    return new Date(await store.setting(`first-load ${sku}`, now().toISOString()));
  }

  return function firstLoad(sku) {
    const date =
      known.get(sku) ??
      read(sku).catch((error: unknown) => {
        known.delete(sku);
        throw error;
      });
    known.set(sku, date);
    return date;
  };
}
