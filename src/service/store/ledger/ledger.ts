/** The ledger of who may hear (docs/ledger.md): one table, whoever says so. */
import type { Grant } from '../../catalogue/grant.js';
import { CATALOGUE_SOURCE, type Addresses } from '../../ledger/sources.js';
import { recordBatch } from '../changed-links.js';
import type { Database, Statements } from '../database/database.js';
import { readEnd, rewriteEnds } from './access.js';
import { changeMembers, type ChangedMember, type Decide, type Written } from './change-members.js';
import { forgetPast } from './forget-past.js';
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
  type Statement,
  type WholeFile,
} from './state-members.js';

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
  end(source: string, end: { subject: string; at: Date; erase: boolean }): Promise<void>;
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

export function createLedger({ database, now, addressesOf, caughtUp }: LedgerOptions): Ledger {
  const sourceOf = (source: string) => ({ source, addresses: addressesOf(source) });

  /** Runs a change whose links are recorded as the last thing it does. */
  async function write<T>(work: (statements: Statements) => Promise<Written<T>>): Promise<T> {
    const { result, hashes } = await database.transaction(async (statements) => {
      const written = await work(statements);
      await recordBatch(statements, written.hashes);
      return written;
    });
    await caughtUp();
    return result;
  }

  function only([member]: readonly ChangedMember[]): ChangedMember {
    if (member) return member;
    throw new TypeError('A change of one row has one result.');
  }

  /** Takes a new kind into the rows of a source, and rewrites what its members may hear. */
  async function convert(name: string, addresses: Addresses): Promise<void> {
    await write(async (statements) => {
      await statements.query('update pps_members set addresses = $2 where source = $1', [
        name,
        addresses,
      ]);
      await statements.query('update pps_sources set addresses = $2 where name = $1', [
        name,
        addresses,
      ]);
      const { rows } = await statements.query(
        `select named.user_id as id from pps_member_users named where named.source = $1
         union select person.id from pps_members member
           join pps_users person on person.email = member.email where member.source = $1
         order by id`,
        [name],
      );
      const persons = (rows as { id: string }[]).map(({ id }) => id);
      return { result: undefined, hashes: await rewriteEnds(statements, persons, now()) };
    });
  }

  return {
    async state(source, statement) {
      return only(await write((tx) => stateMember(tx, sourceOf(source), statement, now())));
    },
    async end(source, end) {
      await write((tx) => endMember(tx, sourceOf(source), end, now()));
    },
    stateAll: (source, file, how) =>
      write((tx) => stateAll(tx, sourceOf(source), file, how, now())),
    async endSource(source) {
      return (await write((tx) => endSource(tx, sourceOf(source), now()))).length > 0;
    },
    async change(source, subject, decide) {
      const changes = [{ subject, decide }];
      return only(await write((tx) => changeMembers(tx, sourceOf(source), changes, now())));
    },
    members: (filter) => listMembers(database, filter),

    putGrants: (grants) => write((tx) => putGrants(tx, grants, now())),
    removeGrant: (grant) => write((tx) => removeGrant(tx, grant, now())),
    grants: (filter) => listGrants(database, filter),
    sourcesInForce: (grant) => sourcesInForce(database, grant, now()),

    statedCatalogue: () => readStatedCatalogue(database),
    async stateCatalogue(listed) {
      await write((tx) => stateCatalogue(tx, sourceOf(CATALOGUE_SOURCE), listed, now()));
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
