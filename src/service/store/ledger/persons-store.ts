/** The persons that a change of the ledger concerns: locked, read, and written as the rules leave them. */
import type { NamingRow, Persons } from '../../ledger/persons.js';
import type { Statements } from '../database/database.js';
import { newUserId } from '../secrets.js';
import { inBatches, texts, type MemberRow } from './member-rows.js';

/** The persons of a transaction, as the rules change them. */
export interface LoadedPersons extends Persons {
  /** All that were there before: nobody else can have a link. */
  ids(): string[];
  /** Those whose address has changed. */
  moved(): string[];
  write(statements: Statements): Promise<void>;
}

/** A row that changes, and the address that it comes to. */
interface ChangingRow {
  row: MemberRow;
  next: { email: string | null };
}

/** Who shares an address with rows of others. */
interface OtherRow {
  source: string;
  subject: string;
  email: string;
}

async function readInBatches<Row>(
  statements: Statements,
  text: string,
  values: readonly string[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const batch of inBatches(values)) {
    const { rows } = await statements.query(text, [JSON.stringify(batch)]);
    found.push(...(rows as Row[]));
  }
  return found;
}

/**
 * Locks, by their IDs, whom rows name and who has one of the addresses; then those who are made for
 * addresses that nobody has: so none of them is given to somebody else meanwhile.
 */
export async function loadPersons(
  statements: Statements,
  changing: readonly ChangingRow[],
  addresses: readonly string[],
): Promise<LoadedPersons> {
  const rows = changing.map(({ row }) => row);
  const left = rows.flatMap(({ email }) => email ?? []);
  const emails = [...new Set([...addresses, ...left])].sort();
  const holders = await readInBatches<{ id: string }>(
    statements,
    `select id from pps_users where email in ${texts(1)}`,
    emails,
  );
  const named = rows.flatMap(({ persons }) => persons);
  const ids = [...new Set([...named, ...holders.map(({ id }) => id)])].sort();
  const users = await readInBatches<{ id: string; email: string | null }>(
    statements,
    `select id, email from pps_users where id in ${texts(1)} order by id for update`,
    ids,
  );
  const held = new Set(users.map(({ email }) => email));
  const made: string[] = [];
  for (const batch of inBatches([...new Set(addresses)].sort().filter((each) => !held.has(each)))) {
    const added = batch.map((email) => ({ id: newUserId(), email }));
    const { rows: found } = await statements.query(
      `insert into pps_users (id, email)
       select id, email from json_to_recordset($1::text::json) as row (id text, email text)
       order by email
       on conflict (email) do update set email = excluded.email returning id, email`,
      [JSON.stringify(added)],
    );
    users.push(...(found as typeof users));
    made.push(...added.map(({ id }) => id));
  }
  const others = await readInBatches<OtherRow>(
    statements,
    `select source, subject, email from pps_members
     where email in ${texts(1)} and addresses <> 'apart'`,
    [...new Set(left)],
  );
  return createLoadedPersons(users, made, others, changing);
}

function createLoadedPersons(
  users: readonly { id: string; email: string | null }[],
  made: readonly string[],
  others: readonly OtherRow[],
  changing: readonly ChangingRow[],
): LoadedPersons {
  const emailById = new Map(users.map(({ id, email }) => [id, email]));
  const idByEmail = new Map(
    users.flatMap(({ id, email }) => (email === null ? [] : [[email, id]])),
  );
  const before = new Map(emailById);
  const isMade = new Set(made);
  const keyOf = ({ source, subject }: { source: string; subject: string }) =>
    `${source} ${subject}`;
  const isChanging = new Set(changing.map(({ row }) => keyOf(row)));
  const statedBy = new Map<string, number>();
  for (const other of others) {
    if (!isChanging.has(keyOf(other)))
      statedBy.set(other.email, (statedBy.get(other.email) ?? 0) + 1);
  }
  const rowsByEmail = new Map<string, Set<NamingRow>>();
  for (const { row, next } of changing) {
    if (row.addresses === 'apart') continue;
    for (const email of [row.email, next.email]) {
      if (email !== null) rowsByEmail.set(email, (rowsByEmail.get(email) ?? new Set()).add(row));
    }
  }

  return {
    ids: () => [...before.keys()].filter((id) => !isMade.has(id)),
    moved: () => [...before].flatMap(([id, email]) => (emailById.get(id) === email ? [] : id)),
    holderOf: (email) => idByEmail.get(email),
    emailOf: (person) => emailById.get(person) ?? null,
    add(email) {
      const id = newUserId();
      emailById.set(id, email);
      if (email !== null) idByEmail.set(email, id);
      return id;
    },
    setEmail(person, email) {
      const old = emailById.get(person) ?? null;
      if (old !== null && idByEmail.get(old) === person) idByEmail.delete(old);
      emailById.set(person, email);
      if (email !== null) idByEmail.set(email, person);
    },
    isStatedElsewhere(email, row) {
      const sharing = rowsByEmail.get(email) ?? new Set<NamingRow>();
      // A row that changes in this transaction comes to the address in its turn, and leaves it.
      const isShared = [...sharing].some((other) => other !== row && other.email === email);
      return isShared || (statedBy.get(email) ?? 0) > 0;
    },
    async write(statements) {
      const changed = [...emailById].filter(([id, email]) => before.get(id) !== email);
      const moved = changed.filter(([id]) => before.has(id));
      // Each address is free before somebody else takes it, and nobody stays who was not needed.
      for (const batch of inBatches(moved)) {
        await statements.query(`update pps_users set email = null where id in ${texts(1)}`, [
          JSON.stringify(batch.map(([id]) => id)),
        ]);
      }
      const isNamed = new Set(changing.flatMap(({ row }) => row.persons));
      const unneeded = made.filter((id) => emailById.get(id) === null && !isNamed.has(id));
      const isUnneeded = new Set(unneeded);
      for (const batch of inBatches(unneeded)) {
        await statements.query(`delete from pps_users where id in ${texts(1)}`, [
          JSON.stringify(batch),
        ]);
      }
      for (const batch of inBatches(changed.filter(([id]) => !isUnneeded.has(id)))) {
        await statements.query(
          `insert into pps_users (id, email)
           select id, email from json_to_recordset($1::text::json) as row (id text, email text)
           order by email
           on conflict (id) do update set email = excluded.email`,
          [JSON.stringify(batch.map(([id, email]) => ({ id, email })))],
        );
      }
    },
  };
}
