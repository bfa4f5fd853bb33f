/** Runs the service on Node's HTTP server, by default on loopback only. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ServiceConfig } from '../config.js';
import { reasonOf } from '../failures/failure-code.js';
import { describeFailure } from '../failures/describe-failure.js';
import { openService } from '../service.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { withoutTrailingSlash } from '../../urls/web-url.js';
import { endIfStalled } from './stalled-reader.js';
import { createStop } from './stop-server.js';

/** Configuration of {@link startServer}: the service's, and where to listen. */
export interface ServerConfig extends ServiceConfig {
  /** Default 8787; 0 picks any free port. */
  port?: number | undefined;
  /** Host name or IP address to listen on; default `127.0.0.1`. */
  host?: string | undefined;
}

/** The service on its own HTTP server. */
export interface RunningService {
  /** Base URL of the service (`publicUrl` if given), without a trailing slash. */
  url: string;
  /**
   * Reads the catalogue again.
   * @throws {PrivatePodcastError} `config` if it is invalid; the one in force stays.
   */
  reload(): Promise<void>;
  /**
   * Takes no new requests, finishes those in progress within 10 s, and closes the database.
   * Longer requests are cut off.
   */
  close(): Promise<void>;
}

function originOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/**
 * Starts the service on an HTTP server.
 * @throws {PrivatePodcastError} `config` if the catalogue, the data folder or the port cannot be used; the message says what to do.
 * @example
 * const service = await startServer({ catalogue: './catalogue.json', dataDir: './data', port: 8787 });
 * console.log(service.url); // http://127.0.0.1:8787
 * process.once('SIGTERM', () => service.close());
 */
export async function startServer({
  port = 8787,
  host = '127.0.0.1',
  ...config
}: ServerConfig): Promise<RunningService> {
  const service = await openService(config);
  const answer = getRequestListener((request) => service.fetch(request));
  const server = createServer((request, response) => {
    endIfStalled(response);
    if (!service.answerPoll(request, response)) void answer(request, response);
  });
  const stop = createStop(server);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (cause) {
    await service.close();
    throw new PrivatePodcastError(
      'config',
      `Cannot listen on port ${port} of ${host}${reasonOf(cause)}. Choose another port or host.`,
      { cause },
    );
  }
  // One that is not heard, such as a connection that cannot be accepted, would end the process.
  server.on('error', (error) => service.log(describeFailure(error)));
  // Members can already be served, and the feeds of a large catalogue take time.
  void service.checkFeeds();
  const url = config.publicUrl ?? originOf(server.address() as AddressInfo);
  return {
    url: withoutTrailingSlash(url),
    reload: () => service.reload(),
    async close() {
      await stop();
      await service.close();
    },
  };
}
