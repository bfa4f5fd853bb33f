/** The ledger of who may hear (docs/ledger.md): one table, whoever says so. */
import { setImmediate } from 'node:timers/promises';
import type { Grant } from '../../ledger/grant.js';
import { ADMIN_SOURCE, CATALOGUE_SOURCE, type Addresses } from '../../ledger/sources.js';
import { recordBatch } from '../links/changed-links.js';
import type { Database, Statements } from '../database/database.js';
import type { RowLock } from '../database/engine-sql.js';
import { findEnds, readEnd } from './access.js';
import {
  changeMembers,
  forgetAfter,
  type ChangedMember,
  type Decide,
  type Written,
} from './change-members.js';
import { forgetPast } from './forget-past.js';
import { inBatches } from '../batches.js';
import { lockRows, writeRows } from './member-rows.js';
import { beginFile, letPass, openSource, type OpenSource, Overtaken } from './open-source.js';
import { loadPersons } from './persons-store.js';
import {
  listGrants,
  listMembers,
  sourcesInForce,
  type GrantFilter,
  type ListedMember,
  type MemberFilter,
} from './read-members.js';
import {
  putGrants,
  readStatedCatalogue,
  removeGrant,
  stateCatalogue,
  type ListedAccess,
  type PutResult,
  type StatedCatalogue,
} from './single-grants.js';
import {
  endMember,
  endSource,
  stateAll,
  stateMember,
  type FileResult,
  type MemberEnd,
  type Statement,
  type WholeFile,
} from './state-members.js';
import { writeLinks } from './write-links.js';

export interface LedgerOptions {
  database: Database;
  now: () => Date;
  /** How far the addresses of a source can be believed. */
  addressesOf: (source: string) => Addresses;
  /** Resolves once this process knows what it has just changed. */
  caughtUp: () => Promise<void>;
}

export interface Ledger {
  /** Takes what a source states of one member. */
  state(source: string, statement: Statement): Promise<ChangedMember>;
  /** Ends all that a source gives a member; `erase` also removes whom nothing else names. */
  end(source: string, end: MemberEnd): Promise<void>;
  /** Takes a file of statements, all or none. @throws {TooManyEnds} */
  stateAll(
    source: string,
    file: readonly Omit<Statement, 'at'>[],
    how: WholeFile,
  ): Promise<FileResult>;
  /** Ends a source. @returns false if nothing came from it */
  endSource(source: string): Promise<boolean>;
  /** Changes one row by a decision of the caller's. */
  change(source: string, subject: string, decide: Decide): Promise<ChangedMember>;
  members(filter: MemberFilter): Promise<ListedMember[]>;

  putGrants(grants: readonly Grant[]): Promise<PutResult>;
  removeGrant(grant: Pick<Grant, 'sku' | 'email'>): Promise<boolean>;
  grants(filter: GrantFilter): ReturnType<typeof listGrants>;
  /** The sources that give an address access to a product now. */
  sourcesInForce(grant: Pick<Grant, 'sku' | 'email'>): Promise<string[]>;

  /** The grants of the catalogue file as they were written last. */
  statedCatalogue(): Promise<StatedCatalogue | undefined>;
  stateCatalogue(listed: ListedAccess): Promise<void>;
  /** Writes how far the addresses of each source can be believed now. */
  putAddresses(): Promise<void>;

  /** When a user's access to a product ends or has ended. */
  endOf: (userId: string, sku: string) => Promise<Date | undefined>;
  /** Forgets what has ended 90 days ago. */
  forgetPast(): Promise<void>;
}

/** An embedded database answers without a turn of the event loop: polls come in between. */
const inTurns = (statements: Statements): Statements => ({
  async query(text, params) {
    const answer = await statements.query(text, params);
    await setImmediate();
    return answer;
  },
});

export function createLedger({ database, now, addressesOf, caughtUp }: LedgerOptions): Ledger {
  const sourceOf = (source: string) => ({ source, addresses: addressesOf(source) });

  /**
   * Runs a change of a source, whose links are written and recorded as the last thing it does.
   * @param at when that was stated which is to change: it waits for a file that was begun later
   */
  async function write<T>(
    source: string,
    lock: RowLock,
    work: (statements: Statements, source: OpenSource) => Promise<Written<T>>,
    at?: Date,
  ): Promise<T> {
    const change = (wanted: RowLock) =>
      database.transaction(async (transaction) => {
        const statements = inTurns(transaction);
        const opened = await openSource(statements, sourceOf(source), wanted);
        if (at) letPass(opened, wanted, at);
        const written = await work(statements, opened);
        await recordBatch(statements, await writeLinks(statements, written));
        return written.result;
      });
    for (let wanted = lock; ;) {
      try {
        const result = await change(wanted);
        await caughtUp();
        return result;
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        wanted = error.lock ?? wanted;
      }
    }
  }

  function only([member]: readonly ChangedMember[]): ChangedMember {
    if (member) return member;
    throw new TypeError('A change of one row has one result.');
  }

  /** Takes a new kind into the rows of a source, and into what its members may hear. */
  const convert = (name: string, addresses: Addresses): Promise<void> =>
    write(name, 'all', async (statements) => {
      await statements.query('update pps_sources set addresses = $2 where name = $1', [
        name,
        addresses,
      ]);
      const { rows } = await statements.query('select subject from pps_members where source = $1', [
        name,
      ]);
      const subjects = (rows as { subject: string }[]).map(({ subject }) => subject).sort();
      const source = { source: name, addresses };
      const members = await lockRows(statements, source, subjects);
      for (const batch of inBatches(members)) {
        for (const row of batch) row.forgetAfter = forgetAfter(row, now());
        await writeRows(statements, source, batch);
      }
      // Whoever has the address of a row may have heard by it until now, or does from now on.
      const found = members.map((row) => ({ ...row, addresses: 'typed' as const }));
      const persons = await loadPersons(
        statements,
        found.map((row) => ({ row, email: row.email })),
      );
      await persons.write(statements);
      return { result: undefined, ends: await findEnds(statements, persons.ids(), now()) };
    });

  return {
    async state(source, statement) {
      return only(
        await write(
          source,
          'some',
          (tx, opened) => stateMember(tx, opened, statement, now()),
          statement.at,
        ),
      );
    },
    async end(source, end) {
      await write(source, 'some', (tx, opened) => endMember(tx, opened, end, now()), end.at);
    },
    async stateAll(source, file, how) {
      if (how.replace) await database.transaction((tx) => beginFile(tx, sourceOf(source), how.at));
      return write(source, 'change', (tx, opened) => stateAll(tx, opened, file, how, now()));
    },
    async endSource(source) {
      const ended = await write(source, 'all', (tx, opened) => endSource(tx, opened, now()));
      return ended.length > 0;
    },
    async change(source, subject, decide) {
      const changes = [{ subject, decide }];
      return only(
        await write(source, 'some', (tx, opened) => changeMembers(tx, opened, changes, now())),
      );
    },
    members: (filter) => listMembers(database, filter),

    putGrants: (grants) =>
      write(ADMIN_SOURCE, 'some', (tx, opened) => putGrants(tx, opened, grants, now())),
    removeGrant: (grant) =>
      write(ADMIN_SOURCE, 'some', (tx, opened) => removeGrant(tx, opened, grant, now())),
    grants: (filter) => listGrants(database, filter),
    sourcesInForce: (grant) => sourcesInForce(database, grant, now()),

    statedCatalogue: () => readStatedCatalogue(database),
    async stateCatalogue(listed) {
      await write(CATALOGUE_SOURCE, 'change', (tx, opened) =>
        stateCatalogue(tx, opened, listed, now()),
      );
    },
    async putAddresses() {
      const { rows } = await database.query('select name, addresses from pps_sources');
      for (const { name, addresses } of rows as { name: string; addresses: Addresses }[])
        if (addressesOf(name) !== addresses) await convert(name, addressesOf(name));
    },

    endOf: (userId, sku) => readEnd(database, userId, sku),
    forgetPast: () => forgetPast(database, now()),
  };
}
