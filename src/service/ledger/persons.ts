/**
 * Whose a row of the ledger is: which persons it names, who has which address, and for whom its
 * grants count (docs/ledger.md). Plain rules over what a transaction has read and locked.
 */
import type { Addresses } from './sources.js';

/** A row as these rules see it. `email` is null while the source states none, and once it is deleted. */
export interface NamingRow {
  readonly addresses: Addresses;
  email: string | null;
  /** IDs of the persons that it names. It never names fewer. */
  persons: string[];
}

/** The persons that a transaction knows, each with the address that finds them, if there is one. */
export interface Persons {
  /** The ID of who has an address. */
  holderOf(email: string): string | undefined;
  emailOf(person: string): string | null;
  /** Adds somebody nobody knows yet. @returns the ID */
  add(email: string | null): string;
  /** Gives a person an address that nobody else has, or takes theirs away. */
  setEmail(person: string, email: string | null): void;
  /** Whether any other row that can find somebody by this address has it. */
  isStatedElsewhere(email: string, row: NamingRow): boolean;
}

/** How a row changes: its address from now on, `null` for none. */
export interface Naming {
  email: string | null;
  /** Whether who has the address is looked for anew, though it is the one from before. */
  findsAnew?: boolean | undefined;
}

function name(row: NamingRow, person: string): void {
  if (!row.persons.includes(person)) row.persons.push(person);
}

/** The person of a confirmed row moves to its new address; who had that keeps all but the address. */
function moveTo(row: NamingRow, email: string, persons: Persons): void {
  const holder = persons.holderOf(email);
  const own =
    row.persons.find((person) => row.email !== null && persons.emailOf(person) === row.email) ??
    row.persons.find((person) => persons.emailOf(person) === null) ??
    row.persons[0];
  if (own === undefined || own === holder) return;
  if (holder !== undefined) persons.setEmail(holder, null);
  persons.setEmail(own, email);
}

/**
 * Gives a row its address, and with it the persons that it names.
 *
 * - `confirmed`: the person keeps link and recordings under the new address.
 * - `typed`: the row names the person of the new address as well, and nothing else moves: anybody
 *   can type another's address.
 * - `apart`: the row has a person of its own, whom no address finds.
 */
export function nameAddress(row: NamingRow, { email, findsAnew }: Naming, persons: Persons): void {
  const before = row.email;
  if (row.addresses === 'apart') {
    if (row.persons.length === 0) row.persons.push(persons.add(null));
    row.email = email;
    return;
  }
  if (email !== null && (email !== before || findsAnew === true)) {
    if (row.addresses === 'confirmed' && row.persons.length > 0) moveTo(row, email, persons);
    else name(row, persons.holderOf(email) ?? persons.add(email));
  }
  row.email = email;
  // An address that was left belongs to nobody: who is stated with it next is a new person.
  if (before === null || before === email || persons.isStatedElsewhere(before, row)) return;
  const holder = persons.holderOf(before);
  if (holder !== undefined) persons.setEmail(holder, null);
}

/** Whether the grants of a row count for a person. */
export function countsFor(
  row: NamingRow,
  person: string,
  { emailOf }: Pick<Persons, 'emailOf'>,
): boolean {
  if (row.persons.includes(person)) return true;
  if (row.email === null || row.addresses === 'apart' || emailOf(person) !== row.email)
    return false;
  // Two systems, and only one was told of the new address.
  return row.addresses === 'confirmed' || row.persons.every((named) => emailOf(named) === null);
}
