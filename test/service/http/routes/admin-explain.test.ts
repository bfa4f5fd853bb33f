/** Faults between a grant and an app, staged one by one in a running service, and what `explain` says of each. */
import { rm, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Catalogue } from '../../../../src/service/catalogue/catalogue.js';
import { reasons } from '../../../../src/service/members/explain-member.js';
import type { ServiceConfig } from '../../../../src/service/config.js';
import {
  catalogueOf,
  createBackend,
  member,
  show,
  showFolder,
  sku,
  type Backend,
} from '../../../support/feed-service/backend.js';
import { adminCall, operator } from '../../../support/feed-service/operator-calls.js';
import {
  createDatabase,
  type TestDatabase,
} from '../../../support/feed-service/prepared-database.js';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const start = Date.parse('2026-03-01T12:00:00Z');
const open = 'sid:open-show';
const others = Array.from({ length: 6 }, (_, n) => `other${n}@example.org`);

let database: TestDatabase;
let backend: Backend;
let close = () => Promise.resolve();
let feed: string;
let clock: number;

function catalogue(): Catalogue {
  const written = catalogueOf(feed);
  written.clients.push({ ...operator, scopes: ['service:admin'] });
  written.grants = [];
  return written;
}

/** Opens the service, in place of the one before. */
async function openService(more: Partial<ServiceConfig> = {}): Promise<void> {
  await close();
  backend = createBackend({
    catalogue: catalogue(),
    database,
    log: () => undefined,
    now: () => clock,
    ...more,
  });
  close = () => backend.service.close();
  await backend.service.open();
}

beforeEach(async () => {
  clock = start;
  database = await createDatabase();
  const made = await showFolder();
  ({ feed } = made);
  await openService();
  return async () => {
    await close();
    await database.close();
    await made.remove();
  };
});

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  adminCall(backend, method, path, body, headers);

async function grant(email: string, until?: string, product = sku): Promise<void> {
  const path = `/admin/grants/${encodeURIComponent(product)}/${encodeURIComponent(email)}`;
  expect((await call('PUT', path, { until })).status).toBe(200);
}

const stored = async () =>
  (
    await database.query<{ text: string }>(
      `select coalesce(string_agg(entitlement_id || app || version || status || last_fetched_at, ''
         order by entitlement_id, app, version), '') as text from pps_connections`,
    )
  ).rows[0]!.text;

/** Fetches a link as an app does, and waits until that is stored. */
async function fetchFeed(url: string, app: string): Promise<number> {
  const before = await stored();
  const { status } = await backend.send(url, {
    headers: { 'User-Agent': `${app}/3.0` },
    redirect: 'manual',
  });
  await expect.poll(stored, { interval: 20, timeout: 5_000 }).not.toBe(before);
  return status;
}

async function connect(email = member, app = 'Overcast'): Promise<string> {
  await grant(email);
  const url = await backend.feedUrl(email);
  expect(await fetchFeed(url, app)).toBe(200);
  return url;
}

const csv = { 'Content-Type': 'text/csv' };
const rotate = () => call('POST', '/admin/feeds/rotate', { sku });
const reset = () => call('POST', '/admin/feeds/reset', { sku, email: member });

/** Makes the show unreadable: the service forgets it with a restart. */
async function loseShow(): Promise<void> {
  await rm(feed);
  // It stores what it has read before it closes.
  await close();
  await database.exec('delete from pps_feed_copies');
  await openService();
}

interface Stage {
  what: string;
  set: () => Promise<unknown>;
  reason: (typeof reasons)[number];
  /** What the sentences must name. */
  says?: RegExp;
  of?: { email?: string; sku?: string };
}

const stages: Stage[] = [
  {
    what: 'a product that is misspelt',
    set: () => connect(),
    reason: 'unknown-product',
    of: { sku: 'sid:membershow' },
  },
  {
    what: 'an address that is misspelt',
    set: () => connect(),
    reason: 'unknown-member',
    of: { email: 'membr@example.org' },
  },
  {
    what: 'a membership of another product',
    set: () => grant(member, undefined, open),
    reason: 'no-grant',
  },
  {
    what: 'a membership that has ended',
    async set() {
      await grant(member, '2026-03-31');
      clock += 60 * DAY;
    },
    reason: 'ended',
    says: /admin ended on 2026-03-31/,
  },
  {
    what: 'a shop that has taken it back',
    async set() {
      const path = '/admin/members/shop/1';
      await call('PUT', path, { email: member, grants: [{ sku }] });
      await connectOnly();
      clock += DAY;
      await call('PUT', path, { email: member, grants: [] });
    },
    reason: 'ended',
    says: /shop ended on 2026-03-02/,
  },
  {
    what: 'a show that was never read',
    async set() {
      await grant(member);
      await loseShow();
    },
    reason: 'show-unreadable',
  },
  { what: 'a member who never came to the page', set: () => grant(member), reason: 'no-link' },
  {
    what: 'a member who was sent on to another host',
    async set() {
      await connect();
      const lines = `email,sku,newUrl\n${member},${sku},https://new-host.example/feed`;
      await call('POST', '/admin/moves', lines, csv);
    },
    reason: 'moved-away',
  },
  {
    what: 'a service that stores no apps',
    async set() {
      await grant(member);
      await openService({ connectionDays: 0 });
      await backend.feedUrl(member);
    },
    reason: 'apps-unknown',
    says: /--connection-days 0/,
  },
  {
    what: 'an app that asks with a link from before a reset',
    async set() {
      const url = await connect();
      clock += DAY;
      await reset();
      clock += HOUR;
      expect(await fetchFeed(url, 'Overcast')).toBe(404);
    },
    reason: 'old-link',
    says: /Overcast still asks with a link that was replaced on 2026-03-02/,
  },
  {
    what: 'an app that asks with a link from before a rotation',
    async set() {
      const url = await connect();
      clock += DAY;
      await rotate();
      clock += HOUR;
      expect(await fetchFeed(url, 'Overcast')).toBe(200);
    },
    reason: 'old-link',
  },
  {
    what: 'a page that was opened, and an app that never asked',
    async set() {
      await grant(member);
      await backend.feedUrl(member);
    },
    reason: 'never-asked',
  },
  {
    what: 'an app that never came back after a reset',
    async set() {
      await connect();
      clock += DAY;
      await reset();
    },
    reason: 'never-asked',
  },
  {
    what: 'an app that was refused, as all others are',
    async set() {
      for (const email of others) await connect(email);
      const url = await connect();
      const urls = await Promise.all(others.map((email) => backend.feedUrl(email)));
      clock += HOUR;
      await loseShow();
      for (const each of [...urls, url]) expect(await fetchFeed(each, 'Overcast')).toBe(502);
      await writeFile(feed, Buffer.from(show, 'latin1'));
      await openService();
    },
    reason: 'app-fails-for-all',
    says: /Overcast gets status 502/,
  },
  {
    what: 'an app that was refused, and no other',
    async set() {
      for (const email of others) await connect(email);
      const url = await connect();
      clock += HOUR;
      await loseShow();
      expect(await fetchFeed(url, 'Overcast')).toBe(502);
      await writeFile(feed, Buffer.from(show, 'latin1'));
      await openService();
    },
    reason: 'app-fails',
    says: /status 502 on 2026-03-01/,
  },
  {
    what: 'an app’s servers that a firewall turns away',
    async set() {
      for (const email of [...others, member]) await connect(email);
      clock += 5 * DAY;
    },
    reason: 'app-silent-for-all',
    says: /asks for nobody any more, the last time on 2026-03-01/,
  },
  {
    what: 'an app that was deleted from the phone',
    async set() {
      await connect();
      clock += 5 * DAY;
      for (const email of others) await connect(email);
    },
    reason: 'app-silent',
    says: /Overcast last asked on 2026-03-01/,
  },
  {
    what: 'a show whose feed is broken by now',
    async set() {
      await connect();
      await writeFile(feed, 'no feed');
      clock += HOUR;
      const url = await backend.feedUrl(member);
      await expect
        .poll(async () => {
          clock += HOUR;
          await backend.send(url);
          return (await explained()).reason;
        })
        .toBe('show-not-renewed');
      clock += DAY;
      await fetchFeed(url, 'Overcast');
    },
    reason: 'show-not-renewed',
  },
  {
    what: 'an episode that is newer than the app’s last look',
    async set() {
      const url = await connect();
      clock += HOUR;
      await writeFile(feed, Buffer.from(show.replace('<title>Second', '<title>Third'), 'latin1'));
      await expect
        .poll(async () => {
          clock += HOUR;
          return (await backend.send(url)).text();
        })
        .toContain('Third');
    },
    reason: 'not-asked-since',
  },
  {
    what: 'a second app that has the link from before',
    async set() {
      const url = await connect(member, 'Castro');
      clock += DAY;
      await reset();
      await connectOnly();
      expect(await fetchFeed(url, 'Castro')).toBe(404);
    },
    reason: 'second-app-has-old-link',
    says: /Overcast has the podcast, and Castro still asks/,
  },
  {
    what: 'nothing that is wrong',
    set: () => connect(),
    reason: 'fine',
    says: /Overcast fetched the current feed on 2026-03-01/,
  },
];

async function connectOnly(): Promise<void> {
  await fetchFeed(await backend.feedUrl(member), 'Overcast');
}

interface Explained {
  reason: string;
  because: string;
  do: string;
  access: { isOpen: boolean; grants: unknown[] };
  links: { oldLinks: number }[];
  apps: unknown[];
}

async function explained(of: Stage['of'] = {}): Promise<Explained> {
  const query = new URLSearchParams({ email: member, sku, ...of });
  const answer = await call('GET', `/admin/explain?${query.toString()}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  return (await answer.json()) as Explained;
}

describe('GET /admin/explain', { timeout: 30_000 }, () => {
  it.each(stages)('explains $what', async ({ set, reason, says, of }) => {
    await set();
    const found = await explained(of);
    expect(found.reason).toBe(reason);
    if (says) expect(found.because).toMatch(says);
    for (const sentence of [found.because, found.do]) expect(sentence).toMatch(/^[A-Z].*[.]$/);
    expect(JSON.stringify(found)).not.toMatch(/\/feeds\/|http/);
  });

  it('is shown each of its reasons by a stage', () => {
    const shown = new Set(stages.map(({ reason }) => reason));
    expect(reasons.filter((reason) => !shown.has(reason))).toEqual([]);
  });

  it('tells access by each source, the links, and the apps with their last answers', async () => {
    await connect();
    await call('PUT', '/admin/members/shop/1', {
      email: member,
      grants: [{ sku, until: '2027-01-01' }],
    });
    await call(
      'POST',
      '/admin/links',
      `oldUrl,email,sku\nhttps://old.example/1,${member},${sku}`,
      csv,
    );
    const since = new Date(start).toISOString();
    expect(await explained()).toMatchObject({
      access: {
        isOpen: true,
        isForEveryone: false,
        grants: [
          { source: 'admin', since },
          { source: 'shop', since, until: '2027-01-01' },
        ],
      },
      links: [{ madeAt: since, isAway: false, oldLinks: 1 }],
      apps: [
        {
          name: 'Overcast',
          firstFetchedAt: since,
          lastFetchedAt: since,
          status: 200,
          isCurrent: true,
        },
      ],
    });
  });
});

describe('pps_feed_answers_total', () => {
  it('counts by app whether it got its feed', async () => {
    const url = await connect();
    clock += HOUR;
    await loseShow();
    await fetchFeed(url, 'Overcast');
    const metrics = await (await backend.send('/metrics')).text();
    expect(metrics).toMatch(/^pps_feed_answers_total\{app="overcast",result="failed"\} 1$/m);
  });
});

describe('createConnections', () => {
  it('writes the first failure of an app, and that it is over', async () => {
    const status = async () => (await explained()).apps[0];
    const url = await connect();
    clock += HOUR;
    await loseShow();
    await fetchFeed(url, 'Overcast');
    expect(await status()).toMatchObject({ status: 502 });
    const quiet = await stored();
    await backend.send(url, { headers: { 'User-Agent': 'Overcast/3.0' } });
    await writeFile(feed, Buffer.from(show, 'latin1'));
    clock += HOUR;
    await vi.waitFor(async () => expect((await backend.send(url)).status).toBe(200));
    expect(await stored()).toBe(quiet);
    clock += HOUR;
    await fetchFeed(url, 'Overcast');
    expect(await status()).toMatchObject({ status: 200 });
  });
});
