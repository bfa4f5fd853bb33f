/** The service on Node's HTTP server. Loopback only, unless told otherwise. */
import type { AddressInfo } from 'node:net';
import type { ServiceConfig } from './config.js';
import { createService } from './create-service.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { withoutTrailingSlash } from '../urls/web-url.js';
import { loadPeer } from './peers.js';

export interface ServerConfig extends ServiceConfig {
  /** Default 8787; 0 takes any free port. */
  port?: number | undefined;
  /** Default `127.0.0.1`. */
  host?: string | undefined;
}

export interface RunningService {
  /** Where it answers, or `publicUrl`: without a slash at its end. */
  url: string;
  /** Answers what is under way, then closes the database. */
  close(): Promise<void>;
}

function originOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/**
 * Opens the service and listens.
 * @throws {PrivatePodcastError} `config` where a package, the catalogue, the data folder or
 * the port cannot be used; the message says what to do.
 */
export async function serve({
  port = 8787,
  host = '127.0.0.1',
  ...config
}: ServerConfig): Promise<RunningService> {
  const { createAdaptorServer } = await loadPeer('@hono/node-server');
  const service = createService(config);
  await service.open();
  const server = createAdaptorServer({ fetch: (request) => service.fetch(request) });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (cause) {
    await service.close();
    throw new PrivatePodcastError(
      'config',
      `The service cannot listen on ${host} port ${port}. Choose another port or host.`,
      { cause },
    );
  }
  const url = config.publicUrl ?? originOf(server.address() as AddressInfo);
  return {
    url: withoutTrailingSlash(url),
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
      await service.close();
    },
  };
}
