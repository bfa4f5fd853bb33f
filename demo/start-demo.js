// @ts-check
/** Starts both sides of a private podcast: a feed service, and a publisher's site that uses it. */
import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from 'private-podcast-service';
import { createCatalogue, createCredentials, onboardingOriginId } from './catalogue.js';
import { certificateFor, fingerprintOf } from './certificate.js';
import { isLoopback } from './local-network.js';
import { openServer } from './open-server.js';
import { otherShow, ownShow } from './show.js';
import { createSite } from './site.js';

const loopback = '127.0.0.1';

/**
 * @typedef {object} Demo
 * @property {string} url The site.
 * @property {string} serviceUrl The feed service, as browsers and podcast apps reach it.
 * @property {{ url: string, fingerprint: string }} [certificate] What a phone is to trust, where
 *   the demo has https: where it gets it, and its SHA-256 fingerprint.
 * @property {() => Promise<void>} close
 */

/**
 * @param {object} [options]
 * @param {string} [options.feed] File or https URL of a feed to show instead of the demo's own.
 * @param {number} [options.port] Of the site; default 8080, or any other if that is taken.
 * @param {string} [options.host] This machine's address to listen on; default loopback, which only
 *   this machine can reach. On any other the demo has https: browsers keep feed links, clipboard
 *   and sharing from pages without it.
 * @param {string} [options.certificateFolder] Where the certificate is kept between starts.
 * @param {(line: string) => void} [options.log] Told what is being done.
 * @returns {Promise<Demo>}
 * @throws {import('private-podcast-subscribe/api').PrivatePodcastError} `bad-input`, `not-found`,
 * `network` or `bad-feed` for a feed that cannot be used, `config` for a port or an address.
 */
export async function startDemo({
  feed,
  port,
  host = loopback,
  certificateFolder,
  log = () => undefined,
} = {}) {
  const given = feed === undefined ? undefined : await otherShow(feed);
  const certificate = (await isLoopback(host))
    ? undefined
    : await certificateFor(host, certificateFolder);

  /** @type {(() => Promise<unknown>)[]} */
  const closers = [];
  const close = async () => {
    for (const closer of closers.splice(0)) await closer();
  };
  /** @param {Parameters<typeof openServer>[0]} options */
  const open = async (options) => {
    const server = await openServer(options);
    closers.push(server.close);
    return server;
  };

  try {
    // Both listen first: the show's files have the site's URL, and the feeds have the service's.
    const siteServer = await open({ host, port, usualPort: 8080, certificate });
    const serviceServer = await open({ host, certificate });
    // The site's backend is on the same machine: it needs no https, nor to trust the certificate.
    const insideServer = certificate ? await open({ host: loopback }) : serviceServer;

    const folder = await mkdtemp(join(tmpdir(), 'private-podcast-demo-'));
    /** @type {import('private-podcast-service').Service | undefined} */
    let service;
    closers.push(async () => {
      await service?.close();
      await rm(folder, { recursive: true, force: true });
    });
    const show = given ?? (await ownShow(siteServer.url, folder));

    log('Starting the feed service …');
    const credentials = createCredentials();
    const tokenSecret = randomBytes(32).toString('base64');
    service = createService({
      catalogue: createCatalogue(credentials, { ...show.podcast, feed: show.feed }, siteServer.url),
      dataDir: join(folder, 'service'),
      publicUrl: serviceServer.url,
      subscribe: { secret: tokenSecret, allowedOrigins: [siteServer.url] },
    });
    await service.open();
    for (const server of new Set([serviceServer, insideServer])) server.answer(service.fetch);

    const site = createSite({
      siteUrl: siteServer.url,
      serviceUrl: serviceServer.url,
      service: {
        ...credentials,
        onboardingOriginId,
        tokenUrl: insideServer.url,
        baseUrl: insideServer.url,
        parserUrl: serviceServer.url,
        consumeUrl: `${serviceServer.url}/consume`,
        extensions: true,
      },
      tokenSecret,
      show,
    });
    if (certificate) serveAuthority(site, certificate);
    siteServer.answer(site.fetch);

    return {
      url: siteServer.url,
      serviceUrl: serviceServer.url,
      ...(certificate && {
        certificate: {
          url: `${siteServer.url}${authorityPath}`,
          fingerprint: fingerprintOf(certificate),
        },
      }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const authorityPath = '/certificate';

/**
 * Where a phone gets the certificate that it is to trust. Its type makes the phone offer that.
 * @param {import('hono').Hono} site
 * @param {import('./certificate.js').Certificate} certificate
 */
function serveAuthority(site, { authority }) {
  const der = new Uint8Array(new X509Certificate(authority).raw);
  site.get(authorityPath, (c) =>
    c.body(der, 200, {
      'Content-Type': 'application/x-x509-ca-cert',
      'Content-Disposition': 'attachment; filename="private-podcast-demo.crt"',
    }),
  );
}
