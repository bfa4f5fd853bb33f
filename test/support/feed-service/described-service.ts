/** A service with everything that the OpenAPI file describes, and what its paths and calls may hold. */
import * as z from 'zod';
import { createSubscribeToken } from '../../../src/publisher/tokens/subscribe-token.js';
import { soundOf } from '../../../src/service/notices/sounds.js';
import {
  catalogueOf,
  client,
  createBackend,
  member,
  origin,
  scope,
  showFolder,
  sku,
  type Backend,
} from './backend.js';
import { events, openSku } from './event-senders.js';
import { operator, tokenOf } from './operator-calls.js';

export const subscribe = {
  secret: 'a-shared-secret-of-at-least-256-bits!',
  allowedOrigins: [origin],
};

export interface DescribedService {
  backend: Backend;
  /** The folder of the show, which no answer may name. */
  folder: string;
  catalogue: ReturnType<typeof catalogueOf>;
  /**
   * Values for the parameters, the fields and, by media type, the body of an operation that get an
   * answer: its name is the method and the path of the file. Those that end a link end another one.
   */
  valuesOf(operation: string): Record<string, string>;
  /** The token that an operation asks for; a client's for one that asks for none. */
  tokenFor(operation: string): Promise<string>;
  close(): Promise<void>;
}

const entitlements = z.array(z.looseObject({ entitlementId: z.string() }));

export async function startDescribedService(): Promise<DescribedService> {
  const shows = await showFolder();
  const catalogue = catalogueOf(shows.feed);
  catalogue.clients.push({ ...operator, scopes: ['service:admin', 'service:backup'] });
  catalogue.products[0]!.recordings = 'signed';
  catalogue.events = events;
  const backend = createBackend({ catalogue, subscribe, log: () => undefined });

  const feedUrl = await backend.feedUrl(member);
  await backend.feedUrl(member, openSku);
  const [secret = '', feed = ''] = feedUrl.split('/').slice(-2);
  const text = await (await backend.send(feedUrl)).text();
  const page = await backend.send(`/consume/en?rss=${encodeURIComponent(feedUrl)}`);
  const userId = await backend.userId(member);
  const entitlementOf = async (product: string) => {
    const answer = await backend.onboard({ userId, sku: product });
    return entitlements.parse(await answer.json())[0]!.entitlementId;
  };
  const sound = (await soundOf('ended', 'en')).file;
  const values: Record<string, string> = {
    sku,
    email: member,
    userId,
    entitlementId: await entitlementOf(sku),
    locale: 'en',
    name: 'standard',
    file: 'absent.js',
    filename: 'any.mp3',
    secret,
    code: /recordings\/([^/]+)\//.exec(text)![1]!,
    rss: feedUrl,
    url: feedUrl,
    format: 'RSS',
    onboardingOriginId: 'origin-1',
    origin: 'EXTERNAL',
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    scope,
    'text/csv': `email,sku\na@example.org,${sku}\n`,
  };
  const own: Record<string, Record<string, string>> = {
    '/feeds/': { filename: decodeURIComponent(feed) },
    '/notices/': { file: sound },
    '/consume/': { code: page.headers.get('Location')!.split('/').at(-1)! },
    '/rss': { format: 'service' },
    '/events/': {
      'application/json': JSON.stringify({
        type: 'membership.ended',
        data: { email: 'gone@example.org', product: 'gold' },
      }),
    },
    '/vault/entitlements/{entitlementId}/reset': { entitlementId: await entitlementOf(openSku) },
    '/admin/feeds/reset': { sku: openSku },
    '/admin/feeds/rotate': { sku: openSku, before: '2026-01-01T00:00:00Z' },
    '/admin/links': {
      'text/csv': `oldUrl,email,sku\nhttps://old.example/1,a@example.org,${sku}\n`,
    },
    '/admin/moves': {
      'text/csv': `email,sku,newUrl\na@example.org,${sku},https://new.example/1\n`,
    },
    '/admin/members': {
      source: 'site',
      subject: '7',
      at: new Date().toISOString(),
      erase: 'false',
      replace: 'true',
      force: 'true',
      cursor: Buffer.from('["site","1"]').toString('base64url'),
    },
  };

  const subscribeToken = (product: string) =>
    createSubscribeToken({ email: member, sku: product }, subscribe.secret);
  const tokenFor = (operation: string) => {
    if (operation === 'post /subscribe') return subscribeToken(openSku);
    if (operation.endsWith(' /subscribe')) return subscribeToken(sku);
    if (/^get .*\/(?:backup|links)$/.test(operation))
      return tokenOf(backend, operator, 'service:backup');
    if (operation.includes(' /admin/')) return tokenOf(backend, operator);
    return tokenOf(backend, client, scope);
  };

  return {
    backend,
    folder: shows.folder,
    catalogue,
    valuesOf: (operation) => ({
      ...values,
      ...Object.entries(own).find(([path]) => operation.includes(` ${path}`))?.[1],
    }),
    tokenFor,
    async close() {
      await backend.service.close();
      await shows.remove();
    },
  };
}
