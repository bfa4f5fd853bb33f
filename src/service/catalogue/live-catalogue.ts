/** The catalogue in force. It is replaced as a whole when it is reloaded. */
import { loadCatalogue, type Catalogue, type CatalogueData } from './catalogue.js';

export interface LiveCatalogue {
  readonly current: CatalogueData;
  /**
   * Reads the catalogue again.
   * @throws {PrivatePodcastError} `config` if it is invalid; the one in force stays.
   */
  reload(): Promise<void>;
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
    async reload() {
      // One after another, so that the one that began last is in force at the end.
      const loaded = loading.then(() => load(source));
      loading = loaded.catch(() => undefined);
      current = await loaded;
    },
  };
}
