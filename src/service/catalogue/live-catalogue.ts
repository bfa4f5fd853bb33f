/** The catalogue in force. It is replaced as a whole when it is reloaded. */
import { loadCatalogue, type Catalogue, type CatalogueData } from './catalogue.js';

export interface LiveCatalogue {
  readonly current: CatalogueData;
  /**
   * Reads the catalogue again.
   * @param before is done with it before it is in force; if that fails, the one in force stays
   * @throws {PrivatePodcastError} `config` if it is invalid; the one in force stays.
   */
  reload(before?: (next: CatalogueData) => Promise<void>): Promise<void>;
}

/**
 * @param load reads the catalogue.
 * @throws {PrivatePodcastError} `config` if the catalogue is invalid.
 */
export async function openCatalogue(
  source: Catalogue | string,
  load: typeof loadCatalogue = loadCatalogue,
): Promise<LiveCatalogue> {
  let current = await load(source);
  let loading: Promise<unknown> = Promise.resolve();
  return {
    get current() {
      return current;
    },
    async reload(before) {
      // One after another, so that the one that began last is in force at the end.
      const loaded = loading.then(async () => {
        const next = await load(source);
        await before?.(next);
        current = next;
      });
      loading = loaded.catch(() => undefined);
      await loaded;
    },
  };
}
