/** A publisher's site to be checked: an operator, a feed that plays, and a subscribe handler, all on loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import {
  createSubscribeHandler,
  type SubscribeHandler,
} from '../../../src/publisher/handler/subscribe-handler.js';
import type { SubscribeHandlerOptions } from '../../../src/publisher/handler/handler-options.js';
import type { CaseResult } from '../../../src/conformance/report/result.js';
import { knownFromFile, type SiteConfig } from '../../../src/conformance/site/config.js';
import { runSite } from '../../../src/conformance/site/run-site.js';
import type { RunOptions } from '../../../src/conformance/exchanges.js';
import { expectNoSecret } from '../operator/failures.js';
import { page, secret } from './member.js';
import { configFor, secrets, startOperator, type Operator } from '../operator/operator.js';

const sku = 'sid:one';
export const feedHost = new URL(secrets.feedUrl).origin;

export const feedWith = (items: string) =>
  `<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;

/** An operator whose feed has one recording that plays. */
export async function startHealthyOperator(): Promise<Operator> {
  const operator = await startOperator();
  const item = `<item><title>One</title><enclosure url="${feedHost}/recording" type="audio/mpeg" length="1"/></item>`;
  operator.answer('GET /s3cr3t', {
    headers: { 'content-type': 'application/rss+xml' },
    body: feedWith(item),
  });
  operator.answer('GET /recording', {
    status: 206,
    headers: { 'content-type': 'audio/mpeg', 'content-range': 'bytes 0-0/1' },
    body: 'x',
  });
  operator.answer('GET /rss', {
    headers: { 'access-control-allow-origin': '*' },
    body: { title: 'T', episodes: [{ guid: 'g', title: 'One' }] },
  });
  operator.answer('GET /consume', { body: '<h1>Open in</h1>' });
  return operator;
}

/** Sends requests for the feed's host, which does not exist, to the operator. */
export const fetchFrom =
  (operator: Operator): typeof fetch =>
  (input, init) =>
    fetch((input as string).replace(feedHost, operator.url), init);

export interface MountedHandler {
  url: string;
  close: () => Promise<void>;
}

/** Mounts a handler, or what a server in front makes of one. */
export async function mount(handler: SubscribeHandler): Promise<MountedHandler> {
  const listen = getRequestListener(handler);
  const server = createServer((incoming, outgoing) => void listen(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/subscribe`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function handlerFor(
  operator: Operator,
  options: Partial<SubscribeHandlerOptions> = {},
): SubscribeHandler {
  return createSubscribeHandler({
    service: configFor(operator.url),
    secret,
    allowedOrigins: [page],
    onError: () => undefined,
    ...options,
  });
}

/** The results of a site, without waits. */
export async function resultsOf(
  config: SiteConfig,
  { origin, ...options }: RunOptions & { origin?: string } = {},
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  await runSite(
    { known: knownFromFile(config), email: secrets.email, sku, origin },
    { wait: () => Promise.resolve(), ...options },
    (result) => results.push(result),
  );
  expectNoSecret(JSON.stringify(results), [secret]);
  return results;
}

/** What did not pass. */
export const faultsIn = (results: readonly CaseResult[]) =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'deviates')
    .map(({ id, verdict }) => `${id} ${verdict}`);
