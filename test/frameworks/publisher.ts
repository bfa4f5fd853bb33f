/** A publisher's site for the framework tests: built pages, `/token`, `/subscribe`, and a real service behind. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createSubscribeHandler, createSubscribeToken } from 'private-podcast-subscribe/publisher';
import { createService } from 'private-podcast-service';
import { openServer } from '../../demo/open-server.js';
import { catalogueOf, client, member, showFolder, sku } from '../support/feed-service/backend.js';

export interface Publisher {
  /** The site, without a trailing slash. */
  url: string;
  /** How a site calls the service. */
  service: Record<
    | 'tokenUrl'
    | 'baseUrl'
    | 'parserUrl'
    | 'consumeUrl'
    | 'clientId'
    | 'clientSecret'
    | 'onboardingOriginId',
    string
  >;
  /** Where an app's built files go, in a folder of its own, to be served under that folder's name. */
  folder: string;
  close(): Promise<void>;
}

export async function startPublisher(): Promise<Publisher> {
  const show = await showFolder();
  const [siteServer, serviceServer] = await Promise.all([
    openServer({ host: '127.0.0.1' }),
    openServer({ host: '127.0.0.1' }),
  ]);
  const service = createService({
    catalogue: catalogueOf(show.feed),
    dataDir: join(show.folder, 'data'),
    publicUrl: serviceServer.url,
  });
  await service.open();
  serviceServer.answer((request) => service.fetch(request));

  const config = {
    ...client,
    onboardingOriginId: 'origin-1',
    tokenUrl: serviceServer.url,
    baseUrl: serviceServer.url,
    parserUrl: serviceServer.url,
    consumeUrl: `${serviceServer.url}/consume`,
  };
  const secret = randomBytes(32);
  const subscribe = createSubscribeHandler({ secret, service: config, allowedOrigins: [] });
  const site = new Hono();
  site.all('/subscribe', (c) => subscribe(c.req.raw));
  site.post('/token', async (c) =>
    c.text(await createSubscribeToken({ email: member, sku }, secret)),
  );
  const folder = join(show.folder, 'site');
  await mkdir(folder);
  site.use(serveStatic({ root: folder }));
  siteServer.answer(site.fetch);

  return {
    url: siteServer.url,
    service: config,
    folder,
    async close() {
      await Promise.all([siteServer.close(), serviceServer.close()]);
      await service.close();
      await show.remove();
    },
  };
}
