/** What is listed and counted of the grants, beside a plain reading of what was written. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOf, type Grant } from '../../../../src/service/ledger/grant.js';
import { endDate } from '../../../../src/service/ledger/statement.js';
import { countStored } from '../../../../src/service/store/counts.js';
import { openDatabase } from '../../../../src/service/store/database/open-database.js';
import { createLedger } from '../../../../src/service/store/ledger/ledger.js';
import type {
  GrantPosition,
  ListedGrant,
} from '../../../../src/service/store/ledger/read-members.js';
import { useDatabase } from '../../../support/feed-service/for-file.js';
import { timesAsMany } from '../../../support/laws/times-as-many.js';

const database = await useDatabase();
const opened = await openDatabase({ database });

const now = new Date('2026-11-26T10:00:00Z');
const ledger = createLedger({
  database: opened,
  now: () => now,
  addressesOf: () => 'typed',
  caughtUp: () => Promise.resolve(),
});

const skus = ['sid:a', 'sid:b'];
const emails = ['a@example.org', 'b@example.org'];
const sources = ['admin', 'catalogue', 'shop'] as const;
/** Ends on either side of that moment, by a millisecond. */
const untils = [
  '2026-11-25',
  '2026-11-26',
  '2026-11-26T10:00:00Z',
  '2026-11-26T12:59:59.999+03:00',
  '2026-11-26T09:59:59.999Z',
];

const grants = fc
  .array(
    fc.record({
      sku: fc.constantFrom(...skus),
      email: fc.constantFrom(...emails),
      until: fc.constantFrom(undefined, ...untils),
    }),
    { maxLength: 4 },
  )
  .map((all) =>
    all.map(({ until, ...grant }): Grant => (until === undefined ? grant : { ...grant, until })),
  );
const writes = fc.array(
  fc.record({ by: fc.constantFrom(...sources, 'removal' as const), grants }),
  { minLength: 2, maxLength: 6 },
);

/** By source, address and product: what is listed in this order. */
type Rows = Map<string, ListedGrant>;
const keyOf = ({ sku, source, email }: Omit<ListedGrant, 'until'>) => `${sku} ${source} ${email}`;
const ends = (grant: ListedGrant) => endDate(grant) < now;

/** Writes to the database and to a map, and compares the answers. */
async function write(
  { by, grants }: typeof writes extends fc.Arbitrary<(infer T)[]> ? T : never,
  rows: Rows,
) {
  const set = (grant: ListedGrant) => rows.set(keyOf(grant), grant);
  if (by === 'removal') {
    for (const { sku, email } of grants)
      expect(await ledger.removeGrant({ sku, email })).toBe(
        rows.delete(keyOf({ sku, email, source: 'admin' })),
      );
  } else if (by === 'admin') {
    const last = new Map(grants.map((grant) => [keyOf({ ...grant, source: by }), grant]));
    const count = (is: (known: ListedGrant | undefined, until: string | undefined) => boolean) =>
      [...last].filter(([key, grant]) => is(rows.get(key), grant.until)).length;
    expect(await ledger.putGrants(grants)).toEqual({
      added: count((known) => !known),
      changed: count((known, until) => known !== undefined && known.until !== until),
      unchanged: count((known, until) => known !== undefined && known.until === until),
    });
    for (const grant of last.values()) set({ ...grant, source: by });
  } else {
    // These say all that they give: of several grants for one product, the longest counts.
    for (const [key, { source }] of rows) if (source === by) rows.delete(key);
    for (const grant of grants.map((each) => ({ ...each, source: by }))) {
      const known = rows.get(keyOf(grant));
      if (!known || endOf(grant) > endOf(known)) set(grant);
    }
    if (by === 'catalogue') await ledger.stateCatalogue({ grants, products: [] });
    else
      for (const email of emails)
        await ledger.state(by, {
          subject: email,
          email,
          grants: grants
            .filter((grant) => grant.email === email)
            .map(({ sku, until }) => ({ sku, until })),
          at: now,
        });
  }
}

describe('createLedger, countStored', () => {
  it('list and count what is stated, in pages of any length', () =>
    fc.assert(
      fc.asyncProperty(writes, fc.integer({ min: 1, max: 3 }), async (all, limit) => {
        const rows: Rows = new Map();
        for (const each of all) await write(each, rows);
        const inOrder = [...rows].sort(([one], [other]) => (one < other ? -1 : 1));
        for (const filter of [{}, { sku: skus[0] }, { email: emails[1] }]) {
          const isMeant = ({ sku, email }: ListedGrant) =>
            sku === (filter.sku ?? sku) && email === (filter.email ?? email);
          const found: ListedGrant[] = [];
          let after: GrantPosition | undefined;
          do {
            const page = await ledger.grants({ ...filter, limit, after });
            expect(page.length).toBeLessThanOrEqual(limit);
            found.push(...page.map(({ grant }) => grant));
            after = page.length < limit ? undefined : page.at(-1)?.position;
          } while (after && found.length <= rows.size);
          expect(found).toEqual(inOrder.map(([, row]) => row).filter(isMeant));
        }
        const { grants: counted } = await countStored(opened, now, now);
        expect(counted).toEqual(
          skus
            .flatMap((sku) => sources.map((source) => ({ sku, source })))
            .map((group) => ({
              ...group,
              rows: [...rows.values()].filter(
                (row) => row.sku === group.sku && row.source === group.source,
              ),
            }))
            .filter((group) => group.rows.length > 0)
            .map(({ rows: own, ...group }) => ({
              ...group,
              inForce: own.filter((row) => !ends(row)).length,
              ended: own.filter(ends).length,
            })),
        );
        for (const sku of skus) {
          for (const email of emails) {
            const inForce = sources.filter((source) => {
              const row = rows.get(keyOf({ sku, email, source }));
              return row && !ends(row);
            });
            expect(await ledger.sourcesInForce({ sku, email })).toEqual(inForce);
          }
        }
      }),
      {
        numRuns: timesAsMany(25),
        plugins: [
          fc.beforeEach(async () => {
            for (const table of ['pps_grants', 'pps_member_users', 'pps_members', 'pps_users'])
              await database.query(`delete from ${table}`);
          }),
        ],
      },
    ));
});
