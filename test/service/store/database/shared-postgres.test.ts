/** Two services on one Postgres: a change in one counts in the other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSubscribeToken } from '../../../../src/publisher/tokens/subscribe-token.js';
import type { Service } from '../../../../src/service/create-service.js';
import {
  catalogueOf,
  createBackend,
  origin,
  showFolder,
  sku,
  stranger,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { page, secret } from '../../../support/publisher/member.js';
import {
  hasPostgres,
  startPostgres,
  withPostgres,
  type PostgresServer,
} from '../../../support/programs/postgres.js';

const operator = { client_id: 'operator', client_secret: 'operates', scope: 'service:admin' };
const grantPath = `/admin/grants/${encodeURIComponent(sku)}/${stranger}`;

describe.skipIf(!hasPostgres)(
  withPostgres('openPostgres: two services'),
  { timeout: 120_000 },
  () => {
    let server: PostgresServer;
    let shows: Awaited<ReturnType<typeof showFolder>>;
    let one: Backend;
    let other: Backend;

    beforeAll(async () => {
      [server, shows] = await Promise.all([startPostgres(), showFolder()]);
      const catalogue = catalogueOf(shows.feed);
      const { client_id: clientId, client_secret: clientSecret, scope } = operator;
      catalogue.clients.push({ clientId, clientSecret, scopes: [scope] });
      const database = await server.createDatabase();
      const subscribe = { secret, allowedOrigins: [page] };
      [one, other] = [1, 2].map(() => createBackend({ catalogue, database, subscribe })) as [
        Backend,
        Backend,
      ];
      await Promise.all([one, other].map(({ service }) => service.open()));
      await administer('PUT', grantPath);
    }, 300_000);
    afterAll(async () => {
      await Promise.all([one, other].map(({ service }: { service: Service }) => service.close()));
      await server.remove();
      await shows.remove();
    });

    /** Sends a request of an operator to the first service. */
    async function administer(method: string, path: string, body: object = {}): Promise<void> {
      const { access_token: token } = (await (await one.token(operator)).json()) as {
        access_token: string;
      };
      const headers = { Authorization: `Bearer ${token}` };
      const { ok } = await one.send(path, { method, headers, body: JSON.stringify(body) });
      expect(ok).toBe(true);
    }
    /** Reads a feed twice, so that the second answer would come from memory, if there is one. */
    async function read(backend: Backend, feedUrl: string): Promise<string> {
      await backend.send(feedUrl);
      return (await backend.send(feedUrl)).text();
    }

    it('shows a grant, its end, and a new one in the other service', async () => {
      const feedUrl = await one.feedUrl(stranger);
      const seen = () => expect.poll(() => read(other, feedUrl));
      expect(await read(other, feedUrl)).toContain('<title>Second</title>');
      await administer('DELETE', grantPath);
      await seen().toContain('Your membership has ended');
      await administer('PUT', grantPath);
      await seen().toContain('<title>Second</title>');
    });

    it('ends a link in the other service that was reset in one', async () => {
      const feedUrl = await other.feedUrl(stranger);
      expect(await read(other, feedUrl)).toContain('<title>Second</title>');
      await administer('POST', '/admin/feeds/reset', { sku, email: stranger });
      await expect.poll(async () => (await other.send(feedUrl)).status).toBe(404);
      const renewed = await other.feedUrl(stranger);
      expect(renewed).not.toBe(feedUrl);
      expect(await read(one, renewed)).toContain('<title>Second</title>');
    });

    it('lets a hand-off code of one service work once in the other', async () => {
      const token = await createSubscribeToken({ email: stranger, sku }, secret);
      const made = await one.send('/subscribe?handoff', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      });
      const { url } = (await made.json()) as { url: string };
      const scans = [other, one, other].map((backend) => backend.send(`/subscribe${url}`));
      const answers = await Promise.all(scans);
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410]);
      const opened = answers.find(({ status }) => status === 303);
      expect(opened!.headers.get('Location')).toContain(`${origin}/consume/en?rss=`);
    });
  },
);
