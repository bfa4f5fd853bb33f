/** Which apps fetched a link, beside a plain reading of what was written; and links that are watched. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConnectionStore, type Fetch } from '../../../src/service/store/connection-store.js';
import {
  readBatches,
  readLastBatch,
  readSmall,
} from '../../../src/service/store/links/changed-links.js';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import { useDatabase } from '../../support/feed-service/for-file.js';
import { timesAsMany } from '../../support/laws/times-as-many.js';

const database = await useDatabase();
const opened = await openDatabase({ database });
const store = createConnectionStore(opened);

const entitlementId = 'e1';
const sku = 'sid:show';
const hash = '0123456789abcdef';
const VERSION = 2;
const MINUTE = 60_000;
const start = new Date('2026-11-26T10:00:00Z');
const at = (minutes: number) => new Date(start.getTime() + minutes * MINUTE);

beforeEach(async () => {
  for (const table of ['pps_connections', 'pps_entitlements', 'pps_users'])
    await database.query(`delete from ${table}`);
  await database.query(`insert into pps_users values ('u1', 'a@example.org')`);
  await database.query(
    `insert into pps_entitlements (id, user_id, sku, origin, version, hash)
     values ($1, 'u1', $2, 'EXTERNAL', $3, $4)`,
    [entitlementId, sku, VERSION, hash],
  );
});

/** Rows past the store. */
const insert = (rows: readonly { version: number; app: string; last: Date }[]) =>
  database.query(
    `insert into pps_connections
     select $1, version, app, $3, last from json_to_recordset($2::text::json)
       as row (version integer, app text, last timestamptz)`,
    [entitlementId, JSON.stringify(rows), start.toISOString()],
  );

const apps = { castro: 1, overcast: 2 };
const fetches = fc.uniqueArray(
  fc.record({
    app: fc.constantFrom('castro' as const, 'castro' as const, 'overcast' as const),
    version: fc.constantFrom(1, VERSION, VERSION, VERSION, VERSION + 1),
    minutes: fc.integer({ min: 0, max: 4 }),
    isFirst: fc.boolean(),
  }),
  { selector: ({ app, version }) => `${app} ${version}`, minLength: 1, maxLength: 4 },
);

describe('createConnectionStore', () => {
  it('keeps the first and the last fetch of each app of the link that is current', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fetches, { maxLength: 6, size: 'max' }),
        fc.integer({ min: -1, max: 4 }),
        async (batches, since) => {
          const known = new Map<string, { first: number; last: number }>();
          let mask = 0;
          for (const batch of batches) {
            await store.add(
              batch.map(({ minutes, ...fetch }): Fetch => ({
                ...fetch,
                entitlementId,
                bit: apps[fetch.app],
                at: at(minutes),
                status: 200,
              })),
            );
            for (const { app, version, minutes, isFirst } of batch) {
              if (version !== VERSION) continue;
              const { first, last } = known.get(app) ?? { first: minutes, last: minutes };
              known.set(app, { first, last: Math.max(last, minutes) });
              if (isFirst) mask |= apps[app];
            }
          }
          const recent = [...known].filter(([, { last }]) => last > since);
          const expected = recent.sort(
            ([one, a], [other, b]) => b.last - a.last || (one < other ? -1 : 1),
          );
          for (const found of [
            await store.ofEntitlement(entitlementId, at(since)),
            await store.ofUser('u1', sku, at(since)),
          ]) {
            expect(
              found.map(({ app, firstFetchedAt, lastFetchedAt }) => [
                app,
                firstFetchedAt,
                lastFetchedAt,
              ]),
            ).toEqual(expected.map(([app, { first, last }]) => [app, at(first), at(last)]));
          }
          for (const most of [recent.length - 1, recent.length]) {
            expect(await store.busyLinks([entitlementId], at(since), most)).toEqual(
              most < recent.length
                ? [{ entitlementId, userId: 'u1', sku, apps: recent.length }]
                : [],
            );
          }
          const { rows } = await database.query('select apps from pps_entitlements');
          expect(rows).toEqual([{ apps: mask }]);
          await store.removeOld(at(since));
          const left = await store.ofEntitlement(entitlementId, at(-10));
          expect(left.map(({ app }) => app)).toEqual(expected.map(([app]) => app));
        },
      ),
      {
        numRuns: timesAsMany(30),
        plugins: [
          fc.beforeEach(async () => {
            await database.query('delete from pps_connections');
            await database.query('update pps_entitlements set apps = 0');
            // Of links that were reset: nobody's.
            await insert(
              [1, VERSION + 1].map((version) => ({ version, app: 'castro', last: at(3) })),
            );
          }),
        ],
      },
    ));

  it('removes what is old by pages, and nothing else', async () => {
    const last = (index: number) => (index < 2_300 ? at(-1) : at(1));
    const rows = Array.from({ length: 2_400 }, (_, index) => ({
      version: VERSION,
      app: `app-${index}`,
      last: last(index),
    }));
    await insert(rows);
    const sizes: number[] = [];
    const counting = createConnectionStore({
      ...opened,
      async query(text, params) {
        const before = await database.query('select from pps_connections');
        const found = await opened.query(text, params);
        const after = await database.query('select from pps_connections');
        sizes.push(before.rows.length - after.rows.length);
        return found;
      },
    });
    await counting.removeOld(at(0));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(2_300);
    expect(Math.max(...sizes)).toBe(1_000);
    expect(await store.ofEntitlement(entitlementId, at(0))).toHaveLength(100);
  });

  it('tells every process that a link is watched, and not again for five minutes', async () => {
    const told = async () => {
      const { number } = await readLastBatch(opened);
      return async () => {
        const [, ...batches] = await readBatches(opened, number);
        return readSmall(
          opened,
          batches.map(({ id }) => id),
          'links',
        );
      };
    };
    for (const [minutes, hashes] of [
      [0, [hash]],
      [5, []],
      [5 + 1 / MINUTE, [hash]],
    ] as const) {
      const since = await told();
      await store.watch([entitlementId, 'e2'], at(minutes));
      expect([minutes, await since()]).toEqual([minutes, hashes]);
    }
    const { rows } = await database.query('select watched_at from pps_entitlements');
    expect(rows).toEqual([{ watched_at: new Date(at(5).getTime() + 1) }]);
  });
});
