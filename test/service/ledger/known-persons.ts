/** The persons of the rules in memory, for tests that have no database. */
import type { NamingRow, Persons } from '../../../src/service/ledger/persons.js';

export interface KnownPersons extends Persons {
  know(person: string, email: string | null): void;
  knowRow(row: NamingRow): void;
  /** All of them, in the order in which they came. */
  ids(): string[];
}

export function createKnownPersons(): KnownPersons {
  const emails = new Map<string, string | null>();
  const rows = new Set<NamingRow>();
  return {
    know: (person, email) => void emails.set(person, email),
    knowRow: (row) => void rows.add(row),
    ids: () => [...emails.keys()],
    holderOf: (email) => [...emails].find(([, each]) => each === email)?.[0],
    emailOf: (person) => emails.get(person) ?? null,
    add(email) {
      const id = `person ${emails.size + 1}`;
      emails.set(id, email);
      return id;
    },
    setEmail: (person, email) => void emails.set(person, email),
    isStatedElsewhere: (email, row) =>
      [...rows].some(
        (other) => other !== row && other.addresses !== 'apart' && other.email === email,
      ),
  };
}
