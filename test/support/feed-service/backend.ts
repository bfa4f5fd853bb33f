/** A small publisher for the tests: its catalogue, its shows, and requests as its backend sends them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, TestRunner } from 'vitest';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import type { Catalogue } from '../../../src/service/catalogue/catalogue.js';
import { createService, type Service } from '../../../src/service/service.js';
import type { ServiceConfig } from '../../../src/service/config.js';

export const origin = 'https://feeds.example.org';
export const client = {
  clientId: 'publisher',
  clientSecret: 'correct horse battery staple, in full',
};
export const scope = 'vault:impersonate profile:user:read';
export const sku = 'sid:member-show';
export const member = 'member@example.org';
export const lapsed = 'lapsed@example.org';
export const stranger = 'stranger@example.org';

export const show = `<?xml version="1.0" encoding="ISO-8859-1"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>The Member Show</title>
<link>https://show.example.org/</link>
<atom:link rel="self" href="https://show.example.org/public.rss" type="application/rss+xml"/>
<item><title>Second</title><guid>two</guid><enclosure url="https://show.example.org/2.mp3" type="audio/mpeg" length="20"/></item>
<item><title>First, på svenska</title><guid>one</guid><enclosure url="https://show.example.org/1.mp3" type="audio/mpeg" length="10"/></item>
</channel>
</rss>
`;

/** A folder with the show in it, Latin-1 as it says; gone after the tests. */
export async function showFolder(): Promise<{
  folder: string;
  feed: string;
  remove(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-test-'));
  const feed = join(folder, 'show.rss');
  await writeFile(feed, Buffer.from(show, 'latin1'));
  return { folder, feed, remove: () => rm(folder, { recursive: true, force: true }) };
}

export function catalogueOf(feed: string): Catalogue {
  return {
    clients: [
      { ...client, scopes: scope.split(' ') },
      { clientId: 'reader', clientSecret: 'reads only', scopes: ['profile:user:read'] },
    ],
    onboardingOrigins: ['origin-1'],
    products: [
      { sku, title: 'The Member Show', description: 'For members', feed, access: 'granted' },
      { sku: 'sid:open-show', title: 'The Open Show', feed, access: 'everyone' },
    ],
    grants: [
      { email: 'Member@Example.org', sku },
      { email: lapsed, sku, until: '2026-03-31' },
    ],
  };
}

/** The error of a call; a call that succeeds makes the test fail. */
export async function failureOf(call: Promise<unknown>): Promise<PrivatePodcastError> {
  const error: unknown = await call.then(() => undefined).catch((reason: unknown) => reason);
  if (error instanceof PrivatePodcastError) return error;
  throw new Error('expected a PrivatePodcastError', { cause: error });
}

/** The same feed URL with another key, which no member has. */
export const withAnotherKey = (feedUrl: string): string =>
  feedUrl.replace(/.(?=\/[^/]*$)/, (last) => (last === 'A' ? 'B' : 'A'));

export interface Backend {
  service: Service;
  /** Sends one request; a path alone goes to `origin`. */
  send(path: string, init?: RequestInit): Promise<Response>;
  token(form?: Record<string, string>): Promise<Response>;
  /** Sends a request with a fresh token of the publisher's client. */
  call(path: string, init?: RequestInit): Promise<Response>;
  userId(email: string): Promise<string>;
  onboard(body: Record<string, unknown>): Promise<Response>;
  /** The whole flow (docs/interface.md 1). */
  feedUrl(email: string, product?: string): Promise<string>;
}

/** One that is made in a test is closed with it; others are closed by their file. */
export function createBackend(config: ServiceConfig): Backend {
  const service = createService(config);
  if (TestRunner.getCurrentTest()) onTestFinished(() => service.close());
  const backend: Backend = {
    service,
    send: (path, init) => service.fetch(new Request(new URL(path, origin), init)),
    token: (form) =>
      backend.send('/oauth/token', {
        method: 'POST',
        body: new URLSearchParams({
          client_id: client.clientId,
          client_secret: client.clientSecret,
          grant_type: 'client_credentials',
          scope,
          ...form,
        }),
      }),
    async call(path, init) {
      const { access_token: token } = (await (await backend.token()).json()) as {
        access_token: string;
      };
      const headers = new Headers(init?.headers);
      headers.set('Authorization', `Bearer ${token}`);
      return backend.send(path, { ...init, headers });
    },
    async userId(email) {
      const path = `/profile/email/${encodeURIComponent(email)}?forceCreation=true`;
      return ((await (await backend.call(path)).json()) as { id: string }).id;
    },
    onboard: (body) =>
      backend.call('/vault/entitlements/auto-onboard', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ onboardingOriginId: 'origin-1', sku, origin: 'EXTERNAL', ...body }),
      }),
    async feedUrl(email, product = sku) {
      const userId = await backend.userId(email);
      const [entitlement] = (await (await backend.onboard({ userId, sku: product })).json()) as {
        entitlementId: string;
      }[];
      if (!entitlement) throw new Error('no access');
      const query = new URLSearchParams({ userId, format: 'RSS' });
      const items = await backend.call(
        `/vault/entitlements/${entitlement.entitlementId}/access?${query.toString()}`,
      );
      const [item] = (await items.json()) as { url: string }[];
      if (!item) throw new Error('no feed');
      return item.url;
    },
  };
  return backend;
}
