// @ts-check
/** Starts the whole way on loopback: a feed service, and a publisher's site that uses it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { serve } from 'private-podcast-subscribe/service';
import { createCatalogue, createCredentials, onboardingOriginId } from './catalogue.js';
import { listen } from './listen.js';
import { otherShow, ownShow } from './show.js';
import { createSite } from './site.js';

/**
 * @param {object} [options]
 * @param {string} [options.feed] File or https URL of a feed to show in place of the project's own.
 * @param {number} [options.port] Of the site; by default 8080, or any other where that is taken.
 * @param {string} [options.host] Address to listen on; by default loopback, which only this machine reaches.
 * @param {(line: string) => void} [options.log] Told what is being done.
 * @returns {Promise<{ url: string, serviceUrl: string, close: () => Promise<void> }>}
 * @throws {import('private-podcast-subscribe/api').PrivatePodcastError} `bad-input`, `not-found`,
 * `network`, `bad-feed` for a feed that cannot be used, `config` for a port that is taken.
 */
export async function startDemo({ feed, port, host = '127.0.0.1', log = () => undefined } = {}) {
  const given = feed === undefined ? undefined : await otherShow(feed);

  /** @type {(() => Promise<unknown>)[]} */
  const closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };

  try {
    // The site listens first, because the show's files are at its address.
    const server = createServer();
    const siteUrl = await listen(server, host, port);
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const folder = await mkdtemp(join(tmpdir(), 'private-podcast-demo-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const show = given ?? (await ownShow(siteUrl, folder));

    log('Starting the feed service …');
    const credentials = createCredentials();
    const service = await serve({
      catalogue: createCatalogue(credentials, { ...show.podcast, feed: show.feed }),
      dataDir: join(folder, 'service'),
      host,
      port: 0,
    });
    closers.push(() => service.close());

    const site = createSite({
      siteUrl,
      serviceUrl: service.url,
      service: {
        ...credentials,
        onboardingOriginId,
        tokenUrl: service.url,
        baseUrl: service.url,
        parserUrl: service.url,
        consumeUrl: `${service.url}/consume`,
      },
      tokenSecret: randomBytes(32),
      show,
    });
    server.on('request', getRequestListener(site.fetch));

    return { url: siteUrl, serviceUrl: service.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
