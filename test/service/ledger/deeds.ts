/** Draws what may happen around the ledger: members, mailboxes that change hands, and somebody who types any address. */
import fc from 'fast-check';
import type { Addresses } from '../../../src/service/ledger/sources.js';

/** Eve types any address where nobody confirms it. The others state only mailboxes that are theirs. */
export const PEOPLE = ['ann', 'ben', 'eve'] as const;
export type Human = (typeof PEOPLE)[number];

/** Whose each mailbox is at first. */
export const MAILBOXES = { a: 'ann', b: 'ben', c: 'ann', d: 'ben', e: 'eve' } as const;
export type Mailbox = keyof typeof MAILBOXES;
export const mailboxes = Object.keys(MAILBOXES) as Mailbox[];

export const SOURCES = {
  ghost: 'confirmed',
  blog: 'confirmed',
  shop: 'typed',
  till: 'typed',
  wordpress: 'apart',
  /** Single grants: the subject is the address, and each call finds the person anew. */
  admin: 'typed',
} as const satisfies Record<string, Addresses>;
export type Source = keyof typeof SOURCES;

/** Somebody's account in a system. One human may have two in each. */
export interface Account {
  who: Human;
  source: Source;
  account: number;
  /** The address that is stated, where `who` may state it: otherwise another one of theirs. */
  mailbox: Mailbox;
}

/** When a statement was made, and whether it arrives at once, or late if ever. */
interface Sending {
  isOfTheSameTime: boolean;
  isLate: boolean;
}

export type Deed =
  /** `gives` has a bit for each of two products. */
  | ({ does: 'states'; hasAddress: boolean; gives: number } & Account & Sending)
  | ({ does: 'leaves' } & Account & Sending)
  /** A whole file does not name the account. */
  | ({ does: 'is missing' } & Account)
  /** Some statement that was made arrives, maybe once more. */
  | { does: 'arrives'; which: number }
  /** Whoever has the mailbox opens the page, and is given a link if they have access. */
  | { does: 'opens'; mailbox: Mailbox }
  /** The page of a system whose addresses are believed by nobody asks by the account. */
  | ({ does: 'enters' } & Account)
  | { does: 'passes on'; mailbox: Mailbox; to: Human };

const rarely = (most: number) => fc.nat(most).map((drawn) => drawn === most);
const one = <Does extends Deed['does']>(does: Does) => ({ does: fc.constant(does) });
const mailbox = fc.constantFrom(...mailboxes);
const who = fc.constantFrom(...PEOPLE);

function deeds(sources: Source[]): fc.Arbitrary<Deed> {
  const account = {
    who,
    source: fc.constantFrom(...sources),
    account: rarely(3).map(Number),
    mailbox,
  };
  const sending = { isOfTheSameTime: rarely(7), isLate: rarely(3) };
  const gives = fc.nat(3).map((fewer) => 3 - fewer);
  const hasAddress = rarely(12).map((isRare) => !isRare);
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ ...one('states'), ...account, ...sending, hasAddress, gives }),
    },
    { weight: 2, arbitrary: fc.record({ ...one('leaves'), ...account, ...sending }) },
    { weight: 1, arbitrary: fc.record({ ...one('is missing'), ...account }) },
    { weight: 2, arbitrary: fc.record({ ...one('arrives'), which: fc.nat(30) }) },
    { weight: 4, arbitrary: fc.record({ ...one('opens'), mailbox }) },
    { weight: 1, arbitrary: fc.record({ ...one('enters'), ...account }) },
    { weight: 3, arbitrary: fc.record({ ...one('passes on'), mailbox, to: who }) },
  );
}

/** Stories of some of the sources: with fewer of them, more happens to each row. */
export const stories = fc
  .subarray(Object.keys(SOURCES) as Source[], { minLength: 1 })
  .chain((sources) => fc.array(deeds(sources), { minLength: 10, maxLength: 60, size: 'max' }));
