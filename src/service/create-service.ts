/** The feed service (docs/interface.md), for any server that passes requests on. */
import type { ServiceConfig } from './config.js';
import { openService, type OpenService } from './open-service.js';

/** The service, for any server that passes requests on. */
export interface Service {
  /** Answers a request. The first one opens the service, and rejects if that fails. */
  fetch(request: Request): Promise<Response>;
  /** Opens the service now. @throws {PrivatePodcastError} `config`; the message says what to fix. */
  open(): Promise<void>;
  /**
   * Reads the catalogue again, and then its feeds as `checkFeeds` does.
   * @throws {PrivatePodcastError} `config` if it is invalid; the one in force stays.
   */
  reload(): Promise<void>;
  /** Reads the feed of every product, and logs those that cannot be read, by sku. */
  checkFeeds(): Promise<void>;
  /** Closes the database, but for a `Pool` that was passed in. */
  close(): Promise<void>;
}

/**
 * Creates the service. It opens once, at the first request or `open()`. If opening fails, the
 * next request tries again.
 * @example
 * const service = createService({ catalogue: './catalogue.json', dataDir: './data' });
 * const response = await service.fetch(new Request('https://listen.example.com/health'));
 */
export function createService(config: ServiceConfig): Service {
  let opening: Promise<OpenService> | undefined;
  const opened = () =>
    (opening ??= openService(config).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));

  return {
    fetch: async (request) => (await opened()).fetch(request),
    async open() {
      await opened();
    },
    reload: async () => (await opened()).reload(),
    checkFeeds: async () => (await opened()).checkFeeds(),
    async close() {
      const service = await opening;
      opening = undefined;
      await service?.close();
    },
  };
}
