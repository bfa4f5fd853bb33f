/** The command that shows it all without a checkout: the service, a member and a page, until Ctrl-C. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { reasonOf } from '../failures/failure-code.js';
import { createDemoSite, people, sku } from '../demo/demo-site.js';
import { otherShow, ownShow, showFolder } from '../demo/demo-show.js';
import { startServer } from '../node-server/start-server.js';
import { defineCommand, readPort } from './define-command.js';

const LOOPBACK = '127.0.0.1';
const USUAL_PORT = 8080;

const secret = () => randomBytes(32).toString('base64');

/** Listens at once, because the show's feed holds the site's URL. */
async function openSite(host: string, port: number | undefined) {
  const server = createServer();
  const listen = async (tried: number) => {
    server.listen(tried, host);
    await once(server, 'listening');
  };
  try {
    await listen(port ?? USUAL_PORT);
  } catch (cause) {
    if (port !== undefined) {
      const message = `Port ${port} is taken or not allowed${reasonOf(cause)}. Choose another with --port.`;
      throw new PrivatePodcastError('config', message, { cause });
    }
    await listen(0);
  }
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return { server, url };
}

/** Starts both sides. @returns where the page is, and what ends it all */
async function start(feed: string | undefined, host: string, port: number | undefined) {
  const given = feed === undefined ? undefined : await otherShow(feed);
  const site = await openSite(host, port);
  const folder = await mkdtemp(join(tmpdir(), 'private-podcast-demo-'));
  const closers = [
    () => rm(folder, { recursive: true, force: true }),
    async () => {
      site.server.closeAllConnections();
      await new Promise((resolve) => site.server.close(resolve));
    },
  ];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const show = given ?? (await ownShow(site.url, folder));
    const { title, image, description = '' } = show.podcast;
    const tokenSecret = secret();
    const service = await startServer({
      port: 0,
      host,
      catalogue: {
        publisher: { name: 'The demo', url: site.url },
        clients: [{ clientId: 'demo', clientSecret: secret(), scopes: ['vault:impersonate'] }],
        onboardingOrigins: ['demo'],
        products: [{ sku, title, description, feed: show.feed, access: 'granted' }],
        grants: Object.values(people).flatMap(({ email, grant }) =>
          grant ? [{ email, sku, ...grant }] : [],
        ),
      },
      subscribe: { secret: tokenSecret, allowedOrigins: [site.url] },
    });
    closers.push(() => service.close());
    const app = createDemoSite({
      serviceUrl: service.url,
      title,
      image,
      secret: tokenSecret,
      showFolder: given ? undefined : showFolder,
    });
    const answer = getRequestListener(app.fetch);
    site.server.on('request', (request, response) => void answer(request, response));
    return { url: site.url, serviceUrl: service.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export const demo = defineCommand({
  help: `Usage: private-podcast-service demo [options]

Shows a member's page with the element, and the service behind it, on this
machine. Nothing is kept: it ends with Ctrl-C.

  --feed FILE_OR_URL   a podcast's RSS feed, to show instead of the demo's own
  --port NUMBER        port of the page; default ${USUAL_PORT}, or any other if that is
                       taken
  --host ADDRESS       address of this machine in your network, so that a phone
                       there can open the page; default ${LOOPBACK}
`,
  options: {
    feed: { type: 'string' },
    port: { type: 'string' },
    host: { type: 'string', default: LOOPBACK },
  },
  async run({ feed, port, host }) {
    const running = await start(feed, host, port === undefined ? undefined : readPort(port));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void running.close());
    }
    process.stdout.write(`The demo is ready. Open the member's page:

  ${running.url}

The service behind it is ${running.serviceUrl}.
Ctrl-C stops both, and nothing stays behind.
`);
  },
});
