/** Our own service on loopback, with a member and a stranger whom it knows. */
import { startServer, type RunningService } from '../../../src/service.js';
import type { ConformanceConfig } from '../../../src/conformance/operator/config.js';
import { clientOf, configOf } from '../../support/feed-service/api-client.js';
import {
  catalogueOf,
  member,
  showFolder,
  sku,
  stranger,
} from '../../support/feed-service/backend.js';

export interface ConformingService {
  config: ConformanceConfig & { parserUrl: string; consumeUrl: string; stranger: string };
  close: () => Promise<void>;
}

export async function startConformingService(): Promise<ConformingService> {
  const show = await showFolder();
  const service: RunningService = await startServer({
    catalogue: catalogueOf(show.feed),
    port: 0,
    log: () => undefined,
  });
  const { url } = service;
  await clientOf(url).userByEmail(stranger, { forceCreation: true });
  return {
    config: {
      ...configOf(url),
      sku,
      member,
      stranger,
    },
    async close() {
      await service.close();
      await show.remove();
    },
  };
}
