/** Who has access and no app: whoever was fetched once counts as connected for ever, and who never got a link does not. */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Catalogue } from '../../../../src/service/catalogue/catalogue.js';
import { createConnectionStore } from '../../../../src/service/store/connection-store.js';
import { openDatabase } from '../../../../src/service/store/database/open-database.js';
import {
  catalogueOf,
  createBackend,
  sku,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { adminCall, operator } from '../../../support/feed-service/operator-calls.js';
import { useShowFolder } from '../../../support/feed-service/for-file.js';
import {
  createDatabase,
  type TestDatabase,
} from '../../../support/feed-service/prepared-database.js';

const shows = await useShowFolder();
const second = 'sid:second-show';
const DAY = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-03-01T12:00:00Z');
const since = new Date(start).toISOString();

let database: TestDatabase;
let backend: Backend;
let clock: number;

function catalogue(): Catalogue {
  const written = catalogueOf(shows.feed);
  const [first] = written.products;
  written.clients.push({ ...operator, scopes: ['service:admin'] });
  written.products.push({ ...first!, sku: second }, { ...first!, sku: 'sid:my-show' });
  written.grants = [];
  return written;
}

const config = () => ({ catalogue: catalogue(), database, log: () => undefined, now: () => clock });

beforeEach(async () => {
  clock = start;
  database = await createDatabase();
  backend = createBackend(config());
  await backend.service.open();
  return async () => {
    await backend.service.close();
    await database.close();
  };
});

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  adminCall(backend, method, path, body, headers);

async function grant(emails: readonly string[], product = sku, until = ''): Promise<void> {
  const lines = emails.map((email) => `${email},${product},${until}`).join('\n');
  const answer = await call('POST', '/admin/grants', `email,sku,until\n${lines}`, {
    'Content-Type': 'text/csv',
  });
  expect(answer.status).toBe(200);
}

const stored = async () =>
  (
    await database.query<{ count: number }>(
      'select count(*)::integer as count from pps_entitlements where first_fetched_at is not null',
    )
  ).rows[0]!.count;

/** Gets the link of a member, and fetches it as an app does. */
async function connect(email: string, app: string, product = sku): Promise<void> {
  const known = await stored();
  const url = await backend.feedUrl(email, product);
  await backend.send(url, { headers: { 'User-Agent': app } });
  await expect.poll(stored, { interval: 20 }).toBe(known + 1);
}

async function unconnected(query = ''): Promise<string[]> {
  const answer = await call('GET', `/admin/activation${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const { members } = (await answer.json()) as { members: { email: string }[] };
  return members.map(({ email }) => email.split('@')[0]!);
}

const at = (name: string) => `${name}@example.org`;

describe('GET /admin/activation', () => {
  it('lists members with access whose link no app has fetched, with since when', async () => {
    await grant(['never', 'opened', 'listens'].map(at));
    await grant([at('gone')], sku, '2026-02-28');
    await backend.feedUrl(at('opened'));
    await connect(at('listens'), 'Overcast/3.0');
    const answer = await call('GET', '/admin/activation');
    expect(await answer.json()).toEqual({
      members: [
        { email: at('never'), sku, since },
        { email: at('opened'), sku, since },
      ],
    });
  });

  it('keeps the first fetch when the connections go, at a reset and after their days', async () => {
    await grant([at('faithful'), at('careful')]);
    await connect(at('faithful'), 'Overcast/3.0');
    await connect(at('careful'), 'Overcast/3.0');
    const reset = await call('POST', '/admin/feeds/reset', { sku, email: at('careful') });
    expect(reset.status).toBe(204);
    const opened = await openDatabase({ database });
    await createConnectionStore(opened).removeOld(new Date(start + DAY));
    expect((await database.query('select 1 from pps_connections')).rows).toEqual([]);
    expect(await unconnected()).toEqual([]);
  });

  it('counts a browser and a search engine for no app', async () => {
    await grant([at('reader')]);
    const url = await backend.feedUrl(at('reader'));
    for (const agent of ['Mozilla/5.0', 'bingbot/2.0', 'curl/8.0'])
      await backend.send(url, { headers: { 'User-Agent': agent } });
    expect(await unconnected()).toEqual(['reader']);
  });

  it('tells products apart', async () => {
    await grant([at('both')]);
    await grant([at('both')], second);
    await connect(at('both'), 'Overcast/3.0', second);
    expect(await unconnected()).toEqual(['both']);
    expect(await unconnected(`?sku=${sku}`)).toEqual(['both']);
    expect(await unconnected(`?sku=${second}`)).toEqual([]);
  });

  it('follows a member to another address, and finds who has none by the person', async () => {
    const state = (source: string, subject: string, email: string) =>
      call('PUT', `/admin/members/${source}/${subject}`, { email, grants: [{ sku }] });
    expect((await state('crm', '7', at('before'))).status).toBe(200);
    await connect(at('before'), 'Overcast/3.0');
    expect((await state('crm', '7', at('after'))).status).toBe(200);
    expect(await unconnected()).toEqual([]);
  });

  it('goes on page by page, and gives all of them as CSV', async () => {
    const emails = Array.from({ length: 103 }, (_, number) => at(`m${1000 + number}`));
    await grant(emails);
    const first = await call('GET', '/admin/activation');
    const { members, cursor } = (await first.json()) as { members: unknown[]; cursor: string };
    expect(members).toHaveLength(100);
    expect(await unconnected(`?cursor=${cursor}`)).toEqual(['m1100', 'm1101', 'm1102']);
    const csv = await call('GET', '/admin/activation', undefined, { Accept: 'text/csv' });
    expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const lines = emails.map((email) => `${email},${sku},${since}\r\n`);
    expect(await csv.text()).toBe(`email,sku,since\r\n${lines.join('')}`);
  });

  it.each(['', '/products'])('is a 409 where nothing is known of apps: %s', async (path) => {
    backend = createBackend({ ...config(), connectionDays: 0 });
    expect((await call('GET', `/admin/activation${path}`)).status).toBe(409);
  });

  it.each(['?sku=', '?email=a@example.org', '?cursor=x'])('refuses %s', async (query) => {
    expect((await call('GET', `/admin/activation${query}`)).status).toBe(400);
  });
});

describe('the reminder of docs/running.md', () => {
  it("mails, by the publisher's own mailer, who has had access for a week and no app", async () => {
    const [, code = ''] = /### Remind [^#]*?```js\n([^`]*(?:`[^`\n]+`[^`]*)*)```/.exec(
      readFileSync(new URL('../../../../docs/running.md', import.meta.url), 'utf8'),
    ) ?? [''];
    const { remind } = (await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
    )) as { remind: (sendMail: (email: string) => Promise<void>, secret: string) => Promise<void> };
    const mailed: string[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => backend.send(url, init));
    onTestFinished(() => void vi.unstubAllGlobals());
    const access = { 'sid:my-show': [at('week'), at('listens')], [second]: [at('other')] };
    clock = Date.now() - 7.5 * DAY;
    for (const [product, emails] of Object.entries(access)) await grant(emails, product);
    await connect(at('listens'), 'Overcast/3.0', 'sid:my-show');
    clock = Date.now();
    await grant([at('new')], 'sid:my-show');
    const sendMail = (email: string) => Promise.resolve(void mailed.push(email));
    await remind(sendMail, operator.clientSecret);
    expect(mailed).toEqual([at('week')]);
  });
});

describe('GET /admin/activation/products', () => {
  const products = async (query = '') =>
    (await (await call('GET', `/admin/activation/products${query}`)).json()) as object;

  it('tells how many have connected, how soon, and by which app', async () => {
    await grant(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(at));
    for (const [name, days, app] of [
      ['a', 0, 'Overcast/3.0'],
      ['b', 1, 'Overcast/3.0'],
      ['c', 1.9, 'Overcast/3.0'],
      ['d', 3, 'Overcast/3.0'],
      ['e', 9, 'Overcast/3.0'],
      ['f', 9, 'AntennaPod/3.0'],
    ] as const) {
      clock = start + days * DAY;
      await connect(at(name), app);
    }
    expect(await products()).toEqual({
      products: [
        {
          sku,
          members: 7,
          connected: 6,
          daysToConnect: 1,
          apps: [{ name: 'Overcast', members: 5 }],
        },
      ],
    });
  });

  it('tells nothing of days and apps of fewer than five', async () => {
    await grant(['a', 'b', 'c', 'd'].map(at));
    for (const name of ['a', 'b', 'c', 'd']) await connect(at(name), 'Overcast/3.0');
    expect(await products(`?sku=${sku}`)).toEqual({
      products: [{ sku, members: 4, connected: 4, apps: [] }],
    });
    expect(await products(`?sku=${second}`)).toEqual({ products: [] });
  });
});
