/** A change of the ledger that breaks off leaves nothing behind, wherever it does. */
import { describe, expect, it } from 'vitest';
import { createLinkSecrets } from '../../../../src/service/store/links/link-secrets.js';
import { createStore } from '../../../../src/service/store/create-store.js';
import type { Database } from '../../../../src/service/store/database/database.js';
import { openDatabase } from '../../../../src/service/store/database/open-database.js';
import { createEntitlements } from '../../../../src/service/store/entitlements.js';
import { createLedger, type Ledger } from '../../../../src/service/store/ledger/ledger.js';
import { useDatabase } from '../../../support/feed-service/for-file.js';
import { emptyTables, readTables } from './ledger-tables.js';

const database = await useDatabase();
const opened = await openDatabase({ database });
const at = new Date('2026-11-26T12:00:00Z');
const later = new Date('2026-11-26T13:00:00Z');
const isOnServer = process.env.TEST_DATABASE === 'postgres';

const createOn = (on: Database): Ledger =>
  createLedger({
    database: on,
    now: () => later,
    addressesOf: (source) => (source === 'blog' ? 'confirmed' : 'typed'),
    caughtUp: () => Promise.resolve(),
  });

/** The same database, whose transactions call `before` with the number of each of their statements. */
const counted = (before: (query: Database['query'], n: number) => Promise<unknown>): Database => ({
  ...opened,
  transaction: (work) =>
    opened.transaction((statements) => {
      let n = 0;
      return work({
        async query(text, params) {
          await before(statements.query.bind(statements), (n += 1));
          return statements.query(text, params);
        },
      });
    }),
});

const breakOff = () => Promise.reject(new Error('broken off'));
/** Ends the connection of the transaction, as an administrator may, or a proxy. */
async function cut(query: Database['query']): Promise<void> {
  const { rows } = await query('select pg_backend_pid() as pid');
  const [{ pid } = { pid: 0 }] = rows as { pid: number }[];
  await opened.query('select pg_terminate_backend($1)', [pid]);
}

const grants = [{ sku: 'sid:a' }];
const changes: Record<string, (ledger: Ledger) => Promise<unknown>> = {
  'a statement with another address': (ledger) =>
    ledger.state('blog', { subject: '1', email: 'b@example.org', grants: [], at: later }),
  'the end of a member who is erased': (ledger) =>
    ledger.end('blog', { subject: '1', at: later, erase: true }),
  'a file that leaves out a member': (ledger) =>
    ledger.stateAll('blog', [{ subject: '2', email: 'c@example.org', grants }], {
      replace: true,
      force: true,
      at: later,
    }),
  'a file of single grants': (ledger) =>
    ledger.putGrants(['a', 'd'].map((name) => ({ email: `${name}@example.org`, sku: 'sid:b' }))),
  'the end of a source': (ledger) => ledger.endSource('blog'),
};

/** A member with two links. */
async function prepare(): Promise<void> {
  const ledger = createOn(opened);
  await ledger.state('blog', { subject: '1', email: 'a@example.org', grants, at });
  const { id } = await createStore(opened).requireUser('a@example.org');
  const entitlements = createEntitlements(
    opened,
    createLinkSecrets('key'),
    () => new Date(),
    () => Promise.resolve(),
  );
  for (const sku of ['sid:a', 'sid:b'])
    await entitlements.add({ userId: id, sku, origin: 'EXTERNAL' });
}

/** The database that breaks off at one statement of a transaction, and whether it has. */
function breakingAt(last: number, way: (query: Database['query']) => Promise<unknown>) {
  const broken = { isBroken: false, database: counted(onStatement) };
  async function onStatement(query: Database['query'], n: number): Promise<void> {
    if (n !== last) return;
    broken.isBroken = true;
    await way(query);
  }
  return broken;
}

describe.each(isOnServer ? [breakOff, cut] : [breakOff])('createLedger', (way) => {
  it.each(Object.entries(changes))(`leaves nothing of %s (${way.name})`, async (_, change) => {
    await emptyTables(database);
    await prepare();
    const before = await readTables(database);
    for (let last = 1; ; last += 1) {
      const broken = breakingAt(last, way);
      const isDone = await change(createOn(broken.database)).then(
        () => true,
        () => false,
      );
      expect(isDone).toBe(!broken.isBroken);
      if (isDone) {
        expect(last).toBeGreaterThan(5);
        break;
      }
      expect(await readTables(database)).toEqual(before);
    }
    expect(await readTables(database)).not.toEqual(before);
  });
});
