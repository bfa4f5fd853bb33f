/** The persons that a change of the ledger concerns: locked, read, and written as the rules leave them. */
import type { NamingRow, Persons } from '../../ledger/persons.js';
import type { Statements } from '../database/database.js';
import { newUserId } from '../../crypto/secrets.js';
import { eachInTurns, inBatches, texts } from '../batches.js';
import type { MemberRow } from './member-rows.js';
import { Overtaken } from './open-source.js';

/** A row that is about to change, and its address from then on. */
export interface Moving {
  row: MemberRow;
  email: string | null;
}

/** The persons of a transaction, as the rules change them. */
export interface LoadedPersons extends Persons {
  /** All that were there before: nobody else can have a link. */
  ids(): string[];
  /** To be told when a row has its new address. */
  note(row: NamingRow): void;
  write(statements: Statements): Promise<void>;
}

interface User {
  id: string;
  email: string | null;
}

/** Somebody with an address of a row that changes. */
interface OtherRow {
  source: string;
  subject: string;
  email: string;
}

const isSought = ({ addresses }: MemberRow) => addresses !== 'apart';
/** Whether somebody may get another address by it, or lose theirs. */
const moves = ({ row, email }: Moving) =>
  isSought(row) && row.email !== email && (row.email !== null || row.persons.length > 0);
async function readInBatches<Row>(
  statements: Statements,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const found: Row[] = [];
  for (const batch of inBatches(values)) {
    const { rows } = await statements.query(text, [JSON.stringify(batch)]);
    found.push(...(rows as Row[]));
  }
  return found;
}

const readHolders = (statements: Statements, emails: readonly string[]) =>
  readInBatches<{ id: string; email: string }>(
    statements,
    `select holder.id, holder.email from json_array_elements_text($1::text::json) as given (email)
     cross join lateral (
       select id, email from pps_users where email = given.email offset 0) holder`,
    emails,
  );

/** Finds those with the address of any row that names one of these: it may count for them once these have moved. */
const readBeside = async (statements: Statements, persons: readonly string[]) => {
  const found = await readInBatches<{ id: string }>(
    statements,
    `select distinct holder.id from json_array_elements_text($1::text::json) as given (id)
     cross join lateral (
       select source, subject from pps_member_users where user_id = given.id offset 0) named
     cross join lateral (
       select email from pps_members
       where source = named.source and subject = named.subject offset 0) member
     cross join lateral (
       select id from pps_users where email = member.email offset 0) holder`,
    persons,
  );
  return found.map(({ id }) => id);
};

/** Makes somebody for each address that nobody has. @throws {Overtaken} if somebody else has just done so */
async function makePersons(statements: Statements, emails: readonly string[]): Promise<User[]> {
  const made: User[] = [];
  for (const batch of inBatches([...emails].sort())) {
    const given = batch.map((email, place) => ({ id: newUserId(), email, place }));
    const { rows } = await statements.query(
      `insert into pps_users (id, email)
       select id, email from json_to_recordset($1::text::json)
         as given (id text, email text, place integer) order by place
       on conflict (email) do nothing returning id`,
      [JSON.stringify(given)],
    );
    if (rows.length < given.length) throw new Overtaken();
    made.push(...given.map(({ id, email }) => ({ id, email })));
  }
  return made;
}

/**
 * Locks, by their IDs, all persons for whom a row counts or will; then those who are made for addresses
 * that nobody has, so that none of them is given to somebody else meanwhile.
 * @throws {Overtaken} if others were concerned by the time when these were locked
 */
async function lockPersons(
  statements: Statements,
  changes: readonly Moving[],
): Promise<{ known: User[]; made: User[] }> {
  const emails = new Set<string>();
  await eachInTurns(changes, ({ row, email }) => {
    if (!isSought(row)) return;
    if (row.email !== null) emails.add(row.email);
    if (email !== null) emails.add(email);
  });
  const idByEmail = new Map<string, string>();
  for (const { id, email } of await readHolders(statements, [...emails])) idByEmail.set(email, id);
  const wanted = new Set(idByEmail.values());
  const mayMove = new Set<string>();
  await eachInTurns(changes, (change) => {
    const { row, email } = change;
    for (const person of row.persons) wanted.add(person);
    if (!moves(change)) return;
    const holders = [row.email, email].map((each) => idByEmail.get(each ?? ''));
    for (const person of [...row.persons, ...holders])
      if (person !== undefined) mayMove.add(person);
  });
  for (const id of await readBeside(statements, [...mayMove])) wanted.add(id);
  const known = await readInBatches<User>(
    statements,
    `select person.id, person.email from json_array_elements_text($1::text::json) as given (id)
     cross join lateral (
       select id, email from pps_users where id = given.id for update) person`,
    [...wanted].sort(),
  );
  const emailById = new Map<string, string | null>();
  await eachInTurns(known, ({ id, email }) => emailById.set(id, email));
  for (const [email, id] of idByEmail) if (emailById.get(id) !== email) throw new Overtaken();
  const made = await makePersons(
    statements,
    [...emails].filter((email) => !idByEmail.has(email)),
  );
  const isMade = new Set(made.map(({ id }) => id));
  for (const id of await readBeside(statements, [...mayMove]))
    if (!emailById.has(id) && !isMade.has(id)) throw new Overtaken();
  return { known, made };
}

/**
 * The other rows with addresses that rows leave: of each address, one more than there are rows with it
 * that change, so that there is another among them if there is any.
 */
function readOthers(statements: Statements, changes: readonly Moving[]): Promise<OtherRow[]> {
  const most = new Map<string, number>();
  for (const { row } of changes)
    if (row.email !== null) most.set(row.email, (most.get(row.email) ?? 1) + 1);
  const left = changes.filter(moves).flatMap(({ row }) => row.email ?? []);
  return readInBatches<OtherRow>(
    statements,
    `select other.source, other.subject, asked.email
     from json_to_recordset($1::text::json) as asked (email text, most integer)
     cross join lateral (
       select source, subject from pps_members
       where email = asked.email and addresses <> 'apart' limit asked.most) other`,
    [...new Set(left)].map((email) => ({ email, most: most.get(email) })),
  );
}

/** Locks and reads the persons that some changes concern. */
export async function loadPersons(
  statements: Statements,
  changes: readonly Moving[],
): Promise<LoadedPersons> {
  const { known, made } = await lockPersons(statements, changes);
  const others = await readOthers(statements, changes);
  return createLoadedPersons(
    known,
    made,
    others,
    changes.map(({ row }) => row),
  );
}

async function createLoadedPersons(
  known: readonly User[],
  made: readonly User[],
  others: readonly OtherRow[],
  changing: readonly MemberRow[],
): Promise<LoadedPersons> {
  const before = new Map<string, string | null>();
  const emailById = new Map<string, string | null>();
  const idByEmail = new Map<string, string>();
  await eachInTurns([...known, ...made], ({ id, email }) => {
    before.set(id, email);
    emailById.set(id, email);
    if (email !== null) idByEmail.set(email, id);
  });
  /** How many rows have an address. Those that change count where they are now. */
  const stated = new Map<string, number>();
  const place = new Map<NamingRow, string>();
  const count = (email: string, by: number) => stated.set(email, (stated.get(email) ?? 0) + by);
  function note(row: NamingRow): void {
    const last = place.get(row);
    if (last !== undefined) count(last, -1);
    place.delete(row);
    if (row.email === null || row.addresses === 'apart') return;
    place.set(row, row.email);
    count(row.email, 1);
  }
  await eachInTurns(changing, note);
  const keyOf = ({ source, subject }: { source: string; subject: string }) =>
    `${source} ${subject}`;
  const isChanging = new Set(changing.map(keyOf));
  for (const other of others) if (!isChanging.has(keyOf(other))) count(other.email, 1);

  return {
    ids: () => known.map(({ id }) => id),
    holderOf: (email) => idByEmail.get(email),
    emailOf: (person) => emailById.get(person) ?? null,
    note,
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
    isStatedElsewhere: (email, row) =>
      (stated.get(email) ?? 0) > (place.get(row) === email ? 1 : 0),
    async write(statements) {
      const isNamed = new Set<string>();
      await eachInTurns(changing, ({ persons }) => {
        for (const person of persons) isNamed.add(person);
      });
      const isUnneeded = new Set(made.flatMap(({ id }) => (isNamed.has(id) ? [] : id)));
      const changed = [...emailById].filter(([id, email]) => before.get(id) !== email);
      // Each address is free before somebody else takes it, and nobody stays who was not needed.
      for (const batch of inBatches([...isUnneeded])) {
        await statements.query(`delete from pps_users where id in ${texts(1)}`, [
          JSON.stringify(batch),
        ]);
      }
      const moved = changed.filter(([id]) => before.has(id) && !isUnneeded.has(id));
      for (const batch of inBatches(moved)) {
        await statements.query(`update pps_users set email = null where id in ${texts(1)}`, [
          JSON.stringify(batch.map(([id]) => id)),
        ]);
      }
      for (const batch of inBatches(changed.filter(([id]) => !isUnneeded.has(id)))) {
        await statements.query(
          `insert into pps_users (id, email)
           select id, email from json_to_recordset($1::text::json) as row (id text, email text)
           on conflict (id) do update set email = excluded.email`,
          [JSON.stringify(batch.map(([id, email]) => ({ id, email })))],
        );
      }
    },
  };
}
