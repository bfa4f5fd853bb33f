/** The index of links in a process, while others change links and the database comes and goes. */
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPageCodes } from '../../../../src/service/http/consume-page/page-codes.js';
import { feedFilename } from '../../../../src/service/store/links/addresses.js';
import { createFeedLinks } from '../../../../src/service/store/links/feed-links.js';
import {
  createLinkSecrets,
  hashOfSecret,
} from '../../../../src/service/store/links/link-secrets.js';
import {
  createLiveLinks,
  type LiveLinksOptions,
} from '../../../../src/service/store/links/live-links.js';
import { createSignedCodes } from '../../../../src/service/store/links/signed-code.js';
import { readOldLinksAfter } from '../../../../src/service/store/links/read-links.js';
import {
  announceCatalogue,
  recordBatch,
} from '../../../../src/service/store/links/changed-links.js';
import { observe, type OpenDatabase } from '../../../../src/service/store/database/database.js';
import { requireSchema } from '../../../../src/service/store/database/schema.js';
import { createEntitlements } from '../../../../src/service/store/entitlements.js';
import { randomSecret } from '../../../../src/service/crypto/secrets.js';
import {
  createDatabase,
  type TestDatabase,
} from '../../../support/feed-service/prepared-database.js';
import { until } from '../../../support/waiting/until.js';

const sku = 'sid:a';
const feedKey = randomSecret();
const secrets = createLinkSecrets(feedKey);
const MINUTE = 60_000;

async function useTables(): Promise<TestDatabase> {
  const database = await createDatabase();
  onTestFinished(() => database.close());
  await requireSchema(database);
  await database.query(`insert into pps_users (id) values ('anybody')`);
  return database;
}

/** A process with an index, whose way to the database and whose clocks the test has. */
function open(database: TestDatabase, options: Partial<LiveLinksOptions> = {}) {
  const clock = { wall: Date.UTC(2026, 0, 1), running: 0 };
  const lines: object[] = [];
  const asked: string[] = [];
  /** Runs before each statement: it may throw or wait. */
  let before: (text: string) => void | Promise<void> = () => undefined;
  const watched: OpenDatabase = {
    ...observe(database as unknown as OpenDatabase, {}),
    async query(text, params) {
      asked.push(text);
      await before(text);
      return database.query(text, params);
    },
  };
  const links = createLiveLinks({
    database: watched,
    log: (line) => lines.push(line),
    clocks: () => ({ ...clock }),
    ...options,
  });
  onTestFinished(() => links.close());
  return {
    links,
    feedLinks: createFeedLinks(links, secrets),
    clock,
    lines,
    /** How many statements with this text were asked. */
    count: (part: string) => asked.filter((text) => text.includes(part)).length,
    beforeEach: (next: typeof before) => void (before = next),
    breakOff: () =>
      void (before = () => {
        throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      }),
    restore: () => void (before = () => undefined),
  };
}

/** What holds a statement up until it is let go. */
function createGate() {
  let letGo: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (letGo = resolve));
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return { letGo, reached, hold: () => (reach(), opened) };
}

const keyOf = (n: number) => n.toString(16).padStart(16, '0');
const idOf = (n: number) => n.toString(16).padStart(24, '0');
const find = ({ links }: ReturnType<typeof open>, n: number) =>
  links.index.find(Buffer.from(keyOf(n), 'hex'));
const FOREVER = '9999-12-31T23:59:59.999Z';
const END = '2026-06-01T00:00:00Z';
const endOfSecond = Date.parse(END) + 999;

/** Links 1 to `count`, without an end, and no batch that says so. */
const addLinks = (database: TestDatabase, count: number, first = 1) =>
  database.query(
    `insert into pps_entitlements (id, user_id, sku, origin, version, hash, ends_at)
     select lpad(to_hex(n), 24, '0'), 'anybody', $3, 'o' || n, 1, lpad(to_hex(n), 16, '0'), $4
     from generate_series($1::integer, $2::integer) n`,
    [first, first + count - 1, sku, FOREVER],
  );
const endLinks = (database: Pick<TestDatabase, 'query'>, ids: readonly string[]) =>
  database.query(
    `update pps_entitlements set ends_at = $2
     where id in (select json_array_elements_text($1::text::json)) returning hash`,
    [JSON.stringify(ids), END],
  );
const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, at) => first + at);
/** Ends links, and says so as whoever changes links does. */
const end = (database: TestDatabase, which: readonly number[]) =>
  database.transaction(async (statements) => {
    await endLinks(statements, which.map(idOf));
    await recordBatch(statements, which.map(keyOf));
  });

/** Removes the old links of some links, and says so. */
async function eraseOld(statements: Pick<TestDatabase, 'query'>, whose = ''): Promise<void> {
  const { rows } = await statements.query<{ hash: string }>(
    `delete from pps_old_links where entitlement_id in (
       select id from pps_entitlements ${whose}) returning hash`,
  );
  const hashes = rows.map(({ hash }) => hash);
  await recordBatch(statements, hashes, 'old-links');
}

describe('createLiveLinks: following', () => {
  it('loads every link with what it has, page by page', async () => {
    const database = await useTables();
    await addLinks(database, 4_001);
    await database.query(
      `update pps_entitlements set version = 7, ends_at = $1 where origin = 'o9'`,
      [END],
    );
    await database.query(`update pps_entitlements set ends_at = null where origin = 'o4001'`);
    const own = open(database);
    await own.links.caughtUp();
    expect(own.links.index.size).toBe(4_001);
    const link = { entitlementId: idOf(1), version: 1, sku, endsAt: Infinity };
    expect(find(own, 1)).toEqual([link]);
    const ended = { entitlementId: idOf(9), version: 7, endsAt: endOfSecond };
    expect(find(own, 9)).toEqual([{ ...link, ...ended }]);
    expect(find(own, 4_001)).toEqual([{ ...link, entitlementId: idOf(4_001), endsAt: 999 }]);
  });

  it(
    'has in each process what the table has, after any changes',
    { timeout: 120_000 },
    async () => {
      const step = fc.oneof(
        fc.record({
          does: fc.constantFrom('add', 'reset', 'rotate', 'erase', 'end'),
          n: fc.nat(5),
        }),
        fc.record({ does: fc.constantFrom('all end', 'reload', 'read', 'restore'), n: fc.nat(5) }),
      );
      const database = await useTables();
      const [one, other] = [open(database), open(database)];
      const entitlements = createEntitlements(
        database,
        secrets,
        () => new Date(),
        () => one.links.caughtUp(),
      );
      const hashes = new Set<string>();
      const readTable = async () => {
        const { rows } = await database.query<{ hash: string; entitlementId: string }>(
          `select hash, id as "entitlementId", version, sku,
           coalesce(floor(extract(epoch from ends_at))::float8, 0) * 1000 + 999 as "endsAt"
         from pps_entitlements order by id`,
        );
        for (const { hash } of rows) hashes.add(hash);
        return rows;
      };
      const run = async (does: string, n: number) => {
        const user = `user ${n}`;
        if (does === 'add') {
          const query = 'insert into pps_users (id) values ($1) on conflict (id) do nothing';
          await database.query(query, [user]);
          await entitlements.add({ userId: user, sku: `sid:${n % 2}`, origin: 'here' });
        } else if (does === 'reset') await entitlements.resetLinks(user, `sid:${n % 2}`);
        else if (does === 'rotate')
          await entitlements.rotateLinks(`sid:${n % 2}`, new Date(Date.now() + 1));
        else if (does === 'reload') await announceCatalogue(database);
        else if (does === 'read') await other.links.caughtUp();
        // Numbers are given out again, as after a failover to a standby that lagged.
        else if (does === 'restore')
          await database.exec(
            `update pps_batches set id = id || '!'; update pps_entitlements set ends_at = now()`,
          );
        else
          await database.transaction(async (statements) => {
            const whose = does === 'all end' ? '' : `where user_id = '${user}'`;
            if (does === 'erase') await eraseOld(statements, whose);
            const text =
              does === 'erase'
                ? `delete from pps_entitlements ${whose} returning hash`
                : `update pps_entitlements set ends_at = now() + interval '${n} days' ${whose} returning hash`;
            const { rows } = await statements.query<{ hash: string }>(text);
            await recordBatch(
              statements,
              rows.map(({ hash }) => hash),
            );
          });
        await readTable();
      };
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          for (const { does, n } of steps) await run(does, n);
          await Promise.all([one.links.caughtUp(), other.links.caughtUp()]);
          const rows = await readTable();
          const sorted = (index: typeof one.links.index) =>
            [...hashes]
              .flatMap((hash) =>
                index.find(Buffer.from(hash, 'hex')).map((link) => ({ hash, ...link })),
              )
              .sort((a, b) => (a.entitlementId < b.entitlementId ? -1 : 1));
          const old = await readOldLinksAfter(database, { hash: '' }, 1_000);
          for (const { links } of [one, other]) {
            expect(sorted(links.index)).toEqual(rows);
            expect(links.index.size).toBe(rows.length);
            for (const { hash, until, ...link } of old)
              expect(links.oldLinks.find(Buffer.from(hash, 'hex'))).toEqual({
                ...link,
                until: Math.floor(until / 1000) * 1000,
              });
            expect(links.oldLinks.size).toBe(old.length);
          }
        }),
        { numRuns: 60 },
      );
    },
  );

  /** Ways in which what follows the last known batch can be missing, or be another one. */
  const losses: [what: string, sql: string][] = [
    ['its last batch was cleaned up', 'delete from pps_batches where number = 1'],
    ['another batch has its number', `update pps_batches set id = 'other'`],
    ['numbers are lower than before', 'delete from pps_batches where number > 0'],
    [
      'a number between is missing',
      `insert into pps_batches select 3, 'c', 'links', 0, now() from pps_last_batch`,
    ],
    [
      "a small batch's links are gone",
      `insert into pps_batches select 2, 'b', 'links', 2, now() from pps_last_batch`,
    ],
    [
      "a large batch's part is gone",
      `insert into pps_batches select 2, 'b', 'links', 1001, now() from pps_last_batch`,
    ],
  ];
  it.each(losses)('loads all links anew if %s', async (_what, sql) => {
    const database = await useTables();
    await addLinks(database, 3);
    const own = open(database);
    const reloads: unknown[] = [];
    own.links.onCatalogue((batch) => reloads.push(batch));
    await end(database, [1]);
    await own.links.caughtUp();
    expect(find(own, 2)).toMatchObject([{ endsAt: Infinity }]);
    // No batch says so.
    await endLinks(database, [idOf(2)]);
    await own.links.caughtUp();
    expect(find(own, 2)).toMatchObject([{ endsAt: Infinity }]);
    await database.query(sql);
    await own.links.caughtUp();
    expect(find(own, 2)).toMatchObject([{ endsAt: endOfSecond }]);
    // The catalogue may have changed as well.
    expect(reloads).toEqual([undefined]);
  });

  it('reads to the last batch, however many there are, before it calls itself current', async () => {
    const database = await useTables();
    await addLinks(database, 1);
    const own = open(database);
    await own.links.caughtUp();
    await database.exec(
      `insert into pps_batches select n, 'many ' || n, 'links', 0, now() from generate_series(1, 2500) n;
       update pps_last_batch set number = 2500`,
    );
    await end(database, [1]);
    await own.links.caughtUp();
    expect(find(own, 1)).toMatchObject([{ endsAt: endOfSecond }]);
    expect(own.count('(hash, id) > ($1')).toBe(1);
  });

  it('knows of an end before a large batch is read, which goes on part by part', async () => {
    const database = await useTables();
    await addLinks(database, 20_000);
    const own = open(database);
    await own.links.caughtUp();
    const gate = createGate();
    const parts = () => own.count('and part = $2');
    own.beforeEach((text) => {
      if (text.includes('and part = $2') && parts() === 2) return gate.hold();
    });
    await end(database, numbers(19_999, 2));
    await gate.reached;
    await end(database, [1]);
    const known = own.links.caughtUp();
    gate.letGo();
    await known;
    expect(find(own, 1)).toMatchObject([{ endsAt: endOfSecond }]);
    expect(parts()).toBeLessThanOrEqual(4);
    while (find(own, 20_000)[0]?.endsAt === Infinity) await own.links.caughtUp();
    expect(numbers(20_000).filter((n) => find(own, n)[0]?.endsAt !== endOfSecond)).toEqual([]);
    expect([parts(), own.count('(hash, id) > ($1')]).toEqual([20, 6 + 5]);
  });
});

describe('createLiveLinks: a secret that is not known', () => {
  const unknown = Buffer.from(keyOf(77), 'hex');

  it('waits for one next reading, whoever asks, and is found or is none', async () => {
    const database = await useTables();
    const own = open(database);
    await own.links.caughtUp();
    await addLinks(database, 1, 77);
    await database.transaction((statements) => recordBatch(statements, [keyOf(77)]));
    const before = own.count('from pps_batches where');
    const found = await Promise.all(numbers(50).map(() => own.links.find(unknown)));
    expect(found.filter((links) => links.length === 1)).toHaveLength(50);
    expect(own.count('from pps_batches where') - before).toBeLessThanOrEqual(2);
    expect(await own.links.find(Buffer.from(keyOf(78), 'hex'))).toEqual([]);
  });

  it('is refused once a thousand wait, and for as long as links are loaded', async () => {
    const database = await useTables();
    const own = open(database);
    await own.links.caughtUp();
    const gate = createGate();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const state of ['fresh', 'loading'] as const) {
      const one = state === 'fresh' ? own : open(database);
      one.beforeEach(gate.hold);
      const late = numbers(1_000).map(() =>
        one.links.find(unknown).catch((error: unknown) => error),
      );
      await expect(one.links.find(unknown)).rejects.toMatchObject({
        code: 'unavailable',
        retryAfter: 1,
      });
      expect(one.links.state()).toBe(state);
      await gate.reached;
      vi.advanceTimersByTime(2_000);
      for (const error of await Promise.all(late))
        expect(error).toMatchObject({ code: 'unavailable', retryAfter: 2 });
    }
    gate.letGo();
    // Nobody waits any more.
    expect(await own.links.find(unknown)).toEqual([]);
  });
});

describe('createLiveLinks: while the database is away', () => {
  const known = Buffer.from(keyOf(1), 'hex');

  it.each([
    [15, 'wall'],
    [15, 'running'],
    [undefined, 'wall'],
    [60, 'running'],
    [0, 'running'],
  ] as const)('answers what it knows for %s minutes by the %s clock', async (minutes, clock) => {
    const database = await useTables();
    await addLinks(database, 1);
    const own = open(database, { staleMinutes: minutes });
    await own.links.caughtUp();
    own.breakOff();
    const goes = async (milliseconds: number) => {
      own.clock[clock] += milliseconds;
      const answer = await own.links.find(known).catch((error: unknown) => error);
      return [own.links.state(), answer];
    };
    const links = find(own, 1);
    const refused = expect.objectContaining({ code: 'unavailable', retryAfter: 30 }) as unknown;
    expect(await goes(2_000)).toEqual(['fresh', links]);
    const left = (minutes ?? 15) * MINUTE - 2_000;
    if (left > 0) {
      expect(await goes(1)).toEqual(['stale', links]);
      await expect(own.links.find(Buffer.from(keyOf(2), 'hex'))).rejects.toMatchObject({
        code: 'unavailable',
        retryAfter: 2,
      });
      expect(await goes(left - 1)).toEqual(['stale', links]);
    }
    expect(await goes(1)).toEqual(['over', refused]);
    expect(own.links.age()).toBe((Math.max(left, 0) + 2_001) / 1000);
    own.restore();
    await own.links.caughtUp();
    expect(await goes(0)).toEqual(['fresh', links]);
  });

  it('says so once, and once that it is current again', async () => {
    const database = await useTables();
    await addLinks(database, 1);
    const own = open(database);
    await own.links.caughtUp();
    const readings = () => own.count('from pps_batches where');
    for (const time of [1, 2]) {
      own.breakOff();
      const before = readings();
      await until(() => expect(own.lines).toHaveLength(2 * time - 1));
      await until(() => expect(readings()).toBeGreaterThan(before + 2));
      await end(database, [1]);
      own.restore();
      await until(() => expect(own.lines).toHaveLength(2 * time));
      expect(find(own, 1)).toMatchObject([{ endsAt: endOfSecond }]);
      expect(own.lines.slice(-2)).toEqual([
        expect.objectContaining({ links: 'answered from memory' }),
        { links: 'current again' },
      ]);
    }
  });
});

describe('createFeedLinks', () => {
  it('opens a link by its own secret alone, also where eight bytes are the same', async () => {
    const database = await useTables();
    await addLinks(database, 2);
    const [one, other] = numbers(2).map((n) => ({ entitlementId: idOf(n), version: 1 })) as [
      { entitlementId: string; version: number },
      { entitlementId: string; version: number },
    ];
    const secret = secrets.secretOf(one);
    const hash = hashOfSecret(secret).toString('hex');
    await database.query('update pps_entitlements set hash = $1', [hash]);
    const { links, feedLinks } = open(database);
    const file = feedFilename(sku);
    await links.caughtUp();
    expect(await feedLinks.ofHash(hashOfSecret(secret))).toHaveLength(2);
    expect(await feedLinks.find(secret, file)).toMatchObject(one);
    expect(await feedLinks.find(secret, feedFilename('sid:b'))).toBeUndefined();
    expect(await feedLinks.find(secrets.secretOf(other), file)).toBeUndefined();
    // The link of the two that the secret opens is reset.
    await database.transaction(async (statements) => {
      const text = `update pps_entitlements set version = 2, hash = 'ffffffffffffffff' where id = $1`;
      await statements.query(text, [one.entitlementId]);
      await recordBatch(statements, [hash, 'ffffffffffffffff']);
    });
    await links.caughtUp();
    expect(await feedLinks.ofHash(hashOfSecret(secret))).toMatchObject([other]);
    expect(await feedLinks.find(secret, file)).toBeUndefined();
  });

  it('finds nothing of a link that another process has reset or erased, nor by its codes', async () => {
    const database = await useTables();
    const own = open(database);
    const entitlements = createEntitlements(
      database,
      secrets,
      () => new Date(),
      () => Promise.resolve(),
    );
    const recordings = createSignedCodes(feedKey, 'enclosure', own.feedLinks);
    const pages = createPageCodes(feedKey, own.feedLinks, () => new Date());
    const make = async () => {
      const key = { userId: 'anybody', sku, origin: 'here' };
      const secret = secrets.secretOf((await entitlements.add(key))!);
      await own.links.caughtUp();
      const link = (await own.feedLinks.find(secret, feedFilename(sku)))!;
      const recording = recordings.sign(link, Buffer.from('1'));
      const page = await pages.create({ link }, 60);
      return async () => [
        (await own.feedLinks.find(secret, feedFilename(sku))) === undefined,
        (await recordings.open(recording)) === undefined,
        (await pages.open(page, 'https://feeds.example.org')) === 'dead',
      ];
    };
    const areDead = await make();
    expect(await areDead()).toEqual([false, false, false]);
    await entitlements.resetLinks('anybody', sku);
    const before = own.count('from pps_batches where');
    await own.links.caughtUp();
    expect(own.count('from pps_batches where') - before).toBeLessThanOrEqual(2);
    expect(await areDead()).toEqual([true, true, true]);

    const areErased = await make();
    await database.transaction(async (statements) => {
      await eraseOld(statements);
      const { rows } = await statements.query<{ hash: string }>(
        'delete from pps_entitlements returning hash',
      );
      await recordBatch(
        statements,
        rows.map(({ hash }) => hash),
      );
    });
    await own.links.caughtUp();
    expect(await areErased()).toEqual([true, true, true]);
  });
});
