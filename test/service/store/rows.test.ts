/** What holds of every row that the service stores, beside a plain reading of what was written. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueData } from '../../../src/service/catalogue/catalogue.js';
import { createGrantList } from '../../../src/service/grants/list-grants.js';
import { createBackup, readBackupHeader } from '../../../src/service/store/backup.js';
import { createConnectionStore } from '../../../src/service/store/connection-store.js';
import { countStored } from '../../../src/service/store/counts.js';
import { followChanges } from '../../../src/service/store/database/changes.js';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import { createEndings } from '../../../src/service/store/endings.js';
import { createFeedCopies } from '../../../src/service/store/feed-copies.js';
import {
  createGrants,
  type Grants,
  type ListedGrant,
} from '../../../src/service/store/grants/grants.js';
import { roundTrip } from '../../support/laws/round-trip.js';
import { timesAsMany } from '../../support/laws/times-as-many.js';
import { useDatabase } from '../../support/feed-service/for-file.js';

const database = await useDatabase();

let grants: Grants;
beforeAll(async () => {
  const opened = await openDatabase({ database });
  grants = createGrants(
    opened,
    followChanges(opened, () => undefined),
  );
});

const few = { numRuns: timesAsMany(12) };
let runs = 0;
/** Skus and addresses of their own for a run; in the order of the database. */
const names = () => {
  runs += 1;
  return {
    skus: [`sid:${runs}-a`, `sid:${runs}-b`],
    emails: [`a@${runs}.example`, `b@${runs}.example`],
  };
};

const now = new Date('2026-11-26T10:00:00Z');
/** Ends on either side of that moment, by a millisecond. */
const untils = [
  undefined,
  '2026-11-25',
  '2026-11-26',
  '2026-11-26T10:00:00Z',
  '2026-11-26T12:59:59.999+03:00',
  '2026-11-26T09:59:59.999Z',
];
const isOver = (until: string | undefined) =>
  until !== undefined && ['2026-11-25', untils[4], untils[5]].includes(until);
const endOf = (until: string | undefined) =>
  until === undefined ? Infinity : Date.parse(until.length > 10 ? until : `${until}T23:59:59.999Z`);

type Write =
  | { kind: 'put'; place: Place; until: string | undefined }
  | { kind: 'remove'; place: Place }
  | { kind: 'file' | 'broken'; lines: [Place, string | undefined][] }
  | { kind: 'event'; place: Place; until: string | undefined; source: string };
interface Place {
  sku: number;
  email: number;
}

const places = fc.record({ sku: fc.nat(1), email: fc.nat(1) });
const until = fc.constantFrom(...untils);
const writes: fc.Arbitrary<Write[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('put' as const), place: places, until }),
    fc.record({ kind: fc.constant('remove' as const), place: places }),
    fc.record({
      kind: fc.constantFrom('file' as const, 'broken' as const),
      lines: fc.array(fc.tuple(places, until)),
    }),
    fc.record({
      kind: fc.constant('event' as const),
      place: places,
      until,
      source: fc.constantFrom('events/a', 'events/b'),
    }),
  ),
  { minLength: 3, maxLength: 8 },
);

type Rows = Map<string, ListedGrant>;
const keyOf = ({ sku, email, source }: Omit<ListedGrant, 'until'>) => `${sku} ${email} ${source}`;
const inOrder = (rows: Rows) =>
  [...rows.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
const grantOf = (
  sku: string,
  email: string,
  source: string,
  until: string | undefined,
): ListedGrant => ({ sku, email, source, ...(until !== undefined && { until }) });

/** Writes to the database and to a map, and compares what both say of it. */
async function write(
  all: readonly Write[],
  { skus, emails }: ReturnType<typeof names>,
): Promise<Rows> {
  const rows: Rows = new Map();
  const set = (row: ListedGrant) => rows.set(keyOf(row), row);
  for (const each of all) {
    if ('lines' in each) {
      const lines = each.lines.map(([{ sku, email }, until]) =>
        grantOf(skus[sku]!, emails[email]!, 'admin', until),
      );
      async function* file() {
        for (const [index, { sku, email, until }] of lines.entries())
          yield await Promise.resolve({ sku, email, until, line: index + 1 });
        if (each.kind === 'broken') throw new Error('broken off');
      }
      const put = grants.putAll(file());
      if (each.kind === 'broken') {
        await expect(put).rejects.toThrow('broken off');
        continue;
      }
      const last = new Map(lines.map((line) => [keyOf(line), line]));
      const count = (is: (row: ListedGrant, known: ListedGrant | undefined) => boolean) =>
        [...last.values()].filter((row) => is(row, rows.get(keyOf(row)))).length;
      expect(await put).toEqual({
        added: count((_, known) => !known),
        changed: count((row, known) => known !== undefined && known.until !== row.until),
        unchanged: count((row, known) => known !== undefined && known.until === row.until),
      });
      for (const line of last.values()) set(line);
      continue;
    }
    const { place } = each;
    const [sku, email] = [skus[place.sku]!, emails[place.email]!];
    if (each.kind === 'put') {
      await grants.put(grantOf(sku, email, '', each.until));
      set(grantOf(sku, email, 'admin', each.until));
    } else if (each.kind === 'remove') {
      expect(await grants.remove(sku, email)).toBe(
        rows.delete(keyOf({ sku, email, source: 'admin' })),
      );
    } else {
      await database.query(
        `insert into pps_grants (sku, email, until, source) values ($1, $2, $3, $4)
         on conflict (sku, email, source) do update set until = excluded.until`,
        [sku, email, each.until ?? null, each.source],
      );
      grants.forget([{ sku, email }]);
      set(grantOf(sku, email, each.source, each.until));
    }
    for (const other of emails) {
      const own = [...rows.values()].filter((row) => row.sku === sku && row.email === other);
      const found = await grants.find(sku, other);
      expect(found && endOf(found.until)).toBe(
        own.length > 0 ? Math.max(...own.map((row) => endOf(row.until))) : undefined,
      );
    }
  }
  return rows;
}

describe('createGrants, createGrantList, countStored', () => {
  it('say of grants what was written, in pages of any length and counted', () =>
    fc.assert(
      fc.asyncProperty(
        writes,
        fc.array(fc.tuple(places, until), { minLength: 2, maxLength: 6 }),
        fc.constantFrom(1, 1, 2, 3),
        async (all, listed, limit) => {
          const own = names();
          const rows = await write(all, own);
          const inCatalogue: Rows = new Map();
          for (const [{ sku, email }, until] of listed) {
            const row = grantOf(own.skus[sku]!, own.emails[email]!, 'catalogue', until);
            const known = inCatalogue.get(keyOf(row));
            if (!known || endOf(row.until) > endOf(known.until)) inCatalogue.set(keyOf(row), row);
          }
          const current = {
            grants: listed.map(([{ sku, email }, until]) => ({
              sku: own.skus[sku]!,
              email: own.emails[email]!,
              ...(until && { until }),
            })),
          } as unknown as CatalogueData;
          const list = createGrantList({ current } as never, grants);
          for (const sku of own.skus) {
            for (const email of [undefined, own.emails[1]]) {
              const isMeant = (row: ListedGrant) =>
                row.sku === sku && (email === undefined || row.email === email);
              const expected = [...inOrder(inCatalogue), ...inOrder(rows)].filter(isMeant);
              const found: ListedGrant[] = [];
              for (;;) {
                const page = await list.page({ sku, email, limit, after: found.at(-1) });
                found.push(...page);
                expect(page.length).toBeLessThanOrEqual(limit);
                if (page.length < limit) break;
              }
              expect(found).toEqual(expected);
            }
            const { grants: counted } = await countStored(database, now, now);
            const ofSku = inOrder(rows).filter((row) => row.sku === sku);
            const sources = [...new Set(ofSku.map(({ source }) => source))].sort();
            expect(counted.filter((each) => each.sku === sku)).toEqual(
              sources.map((source) => {
                const inSource = ofSku.filter((row) => row.source === source);
                const ended = inSource.filter((row) => isOver(row.until)).length;
                return { sku, source, inForce: inSource.length - ended, ended };
              }),
            );
          }
        },
      ),
      few,
    ));
});

describe('createConnectionStore', () => {
  const minute = 60_000;
  const fetches = fc.array(
    fc.record({
      app: fc.constantFrom('castro', 'castro', 'overcast'),
      version: fc.constantFrom(1, 2, 2, 2),
      minutes: fc.constantFrom(0, 0, 4, 5, 5, 6, 11, 20),
    }),
    { maxLength: 6 },
  );

  it('keeps the first and the last fetch of each app of the link that is current, at most every five minutes', () =>
    fc.assert(
      fc.asyncProperty(fetches, fc.constantFrom(0, 4, 5, 6, 11, 20), async (all, since) => {
        const {
          emails: [email],
        } = names();
        const entitlementId = `e${runs}`;
        await database.query('insert into pps_users values ($1, $2)', [`u${runs}`, email]);
        await database.query(
          `insert into pps_entitlements values ($1, 'EXTERNAL', $2, 'sid:show')`,
          [entitlementId, `u${runs}`],
        );
        await database.query('insert into pps_feed_links values ($1, 2, $2)', [
          entitlementId,
          `h${runs}`,
        ]);
        const store = createConnectionStore(database);
        const apps = new Map<string, { first: number; last: number }>();
        const sorted = all.toSorted((one, other) => one.minutes - other.minutes);
        for (const { app, version, minutes } of sorted) {
          await store.add([
            { entitlementId, version, app, at: new Date(now.getTime() + minutes * minute) },
          ]);
          const known = apps.get(app) ?? { first: minutes, last: minutes };
          if (version === 2)
            apps.set(app, { ...known, last: minutes >= known.last + 5 ? minutes : known.last });
        }
        const from = new Date(now.getTime() + since * minute);
        const recent = [...apps].filter(([, { last }]) => last > since);
        const expected = recent.sort(
          ([one, a], [other, b]) => b.last - a.last || (one < other ? -1 : 1),
        );
        for (const found of [
          await store.ofEntitlement(entitlementId, from),
          await store.ofUser(`u${runs}`, 'sid:show', from),
        ]) {
          const read = found.map(({ app, firstFetchedAt, lastFetchedAt }) => [
            app,
            ...[firstFetchedAt, lastFetchedAt].map(
              (date) => (date.getTime() - now.getTime()) / minute,
            ),
          ]);
          expect(read.toSorted()).toEqual(
            expected.map(([app, { first, last }]) => [app, first, last]).toSorted(),
          );
          expect(read.map(([, , last]) => last)).toEqual(expected.map(([, { last }]) => last));
        }
        for (const most of [Math.max(0, recent.length - 1), recent.length]) {
          const busy = await store.busyLinks([entitlementId], from, most);
          expect(busy).toEqual(
            most < recent.length && recent.length > 0
              ? [{ entitlementId, userId: `u${runs}`, sku: 'sid:show', apps: recent.length }]
              : [],
          );
        }
        await store.removeOld(from);
        expect((await store.ofEntitlement(entitlementId, new Date(0))).length).toBe(recent.length);
      }),
      few,
    ));
});

describe('createFeedCopies', () => {
  it('gives a copy as it was put', async () => {
    const copies = createFeedCopies(database);
    const text = fc.string({ unit: 'grapheme' });
    await roundTrip(
      fc.record(
        {
          xml: text,
          url: fc.webUrl(),
          conditions: fc.dictionary(
            fc.constantFrom('If-None-Match', 'If-Modified-Since'),
            text.filter((each) => !each.includes('\0')),
            { noNullPrototype: true },
          ),
        },
        { requiredKeys: ['xml', 'conditions'] },
      ),
      (copy) => copies.put('feed', copy, []),
      () => copies.get('feed'),
    );
  });
  it('keeps those of the feeds that are there, and no other', async () => {
    const copies = createFeedCopies(database);
    for (const source of ['a', 'b', 'c'])
      await copies.put(source, { xml: source }, ['a', 'b', 'c']);
    await copies.put('b', { xml: 'B' }, ['c']);
    const found = await Promise.all(['a', 'b', 'c', 'A'].map((source) => copies.get(source)));
    expect(found.map((copy) => copy?.xml)).toEqual([undefined, 'B', 'c', undefined]);
  });
});

describe('createEndings', () => {
  it('keeps the date that came first, to the millisecond', async () => {
    await roundTrip(
      fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      async (date) => {
        const {
          skus: [sku = ''],
          emails: [email = ''],
        } = names();
        await createEndings(database).firstSeen(sku, email, date);
        return [sku, email] as const;
      },
      ([sku, email]) => createEndings(database).firstSeen(sku, email, now),
    );
  });
});

describe('createBackup', () => {
  it('holds every table but those of what is short-lived or fetched again', async () => {
    const { rows } = await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    let text = '';
    for await (const lines of createBackup(database)) text += lines;
    const held = Object.keys(readBackupHeader(text).counts);
    const short = ['pps_tokens', 'pps_handoffs', 'pps_feed_copies', 'pps_staged_grants'];
    expect([...held, ...short].sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});
