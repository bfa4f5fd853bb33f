/**
 * A world around the rules of `persons.ts`: who has which mailbox, what the systems state, when that
 * arrives, and which links people were given. The ledger in it does what the service's own must.
 */
import { countsFor, nameAddress, type NamingRow } from '../../../src/service/ledger/persons.js';
import {
  type Account,
  type Deed,
  type Human,
  type Mailbox,
  MAILBOXES,
  mailboxes,
  SOURCES,
} from './deeds.js';
import { createKnownPersons } from './known-persons.js';

export interface Row extends NamingRow {
  readonly account: Account;
  /** Whose account it is: where the subject is an address, of whom it was stated last. */
  owner: Human;
  at: number;
  gives: number;
  /** Persons that it named when its address was somebody else's. */
  inherited: string[];
}

export interface Statement {
  account: Account;
  at: number;
  email: Mailbox | null;
  gives: number;
}

/** A statement that was taken, with what was so before it. */
interface Taken {
  row: Row;
  /** The address before, who had it, and whether the row named them. */
  left: string | null;
  person: string | undefined;
  isNamed: boolean;
  /** Who had the address that the row has now. */
  other: string | undefined;
}

/** Where nobody confirms an address, Eve states any, and everybody does where addresses find nobody. */
const statesAny = ({ who, source }: Account) =>
  SOURCES[source] === 'apart' ||
  (who === 'eve' && SOURCES[source] === 'typed' && source !== 'admin');

const keyOf = ({ who, source, account, mailbox }: Account) =>
  source === 'admin' ? `admin/email:${mailbox}` : `${source}/${who}${account}`;

export class World {
  readonly owners: Record<Mailbox, Human> = { ...MAILBOXES };
  readonly persons = createKnownPersons();
  readonly statements: Statement[] = [];
  /** The persons whose links somebody was given. */
  readonly links: Record<Human, Set<string>> = { ann: new Set(), ben: new Set(), eve: new Set() };
  /** Links that somebody was given while a row of their own named the person. */
  readonly given: { row: Row; person: string }[] = [];
  /** What the last deed did, if it did that. */
  taken: Taken | undefined;
  left: { mailbox: Mailbox; from: Human } | undefined;
  readonly #rows = new Map<string, Row>();
  /** Mailboxes whose owner was given a link by a present alone. No system can tell that they left it. */
  readonly #untold = new Set<Mailbox>();
  #now = 0;

  get ids(): string[] {
    return this.persons.ids();
  }

  get rows(): Row[] {
    return [...this.#rows.values()];
  }

  /** What a person may hear. */
  access(person: string, rows = this.rows): number {
    return rows.reduce((all, row) => (this.counts(row, person) ? all | row.gives : all), 0);
  }

  counts(row: Row, person: string): boolean {
    return countsFor(row, person, this.persons);
  }

  do(deed: Deed): void {
    this.taken = undefined;
    this.left = undefined;
    switch (deed.does) {
      case 'states': {
        this.#state(deed, deed);
        return;
      }
      case 'leaves': {
        this.#send({ account: deed, email: null, gives: 0 }, deed);
        return;
      }
      case 'is missing': {
        this.#miss(deed);
        return;
      }
      case 'arrives': {
        this.#arriveAgain(deed.which);
        return;
      }
      case 'opens': {
        this.#open(deed.mailbox);
        return;
      }
      case 'enters': {
        this.#enter(deed);
        return;
      }
      case 'passes on': {
        this.#passOn(deed.mailbox, deed.to);
        return;
      }
    }
  }

  /** @returns its row, whether it was taken or is older */
  arrive({ account, at, email, gives }: Statement): Row {
    const row = this.#rows.get(keyOf(account)) ?? this.#addRow(account);
    if (at < row.at) return row;
    const left = row.email;
    const person = left === null ? undefined : this.persons.holderOf(left);
    const isNamed = person !== undefined && row.persons.includes(person);
    const other = email === null ? undefined : this.persons.holderOf(email);
    if (row.owner !== account.who) row.inherited = [...row.persons];
    Object.assign(row, { owner: account.who, at, gives });
    nameAddress(row, { email, findsAnew: account.source === 'admin' }, this.persons);
    if (left !== null && left !== email && this.owners[left as Mailbox] === account.who)
      this.#untold.delete(left as Mailbox);
    this.taken = { row, left, person, isNamed, other };
    return row;
  }

  #addRow(account: Account): Row {
    const row: Row = {
      account,
      addresses: SOURCES[account.source],
      email: null,
      persons: [],
      owner: account.who,
      at: 0,
      gives: 0,
      inherited: [],
    };
    this.#rows.set(keyOf(account), row);
    this.persons.knowRow(row);
    return row;
  }

  #state(account: Account, { gives, hasAddress, ...sending }: Deed & { does: 'states' }): void {
    const own = mailboxes.filter((each) => this.owners[each] === account.who);
    const mailbox = statesAny(account)
      ? account.mailbox
      : own[mailboxes.indexOf(account.mailbox) % own.length];
    if (mailbox === undefined) return;
    const email = hasAddress || account.source === 'admin' ? mailbox : null;
    this.#send({ account: { ...account, mailbox }, email, gives }, sending);
  }

  #send(
    statement: Omit<Statement, 'at'>,
    { isOfTheSameTime, isLate }: { isOfTheSameTime: boolean; isLate: boolean },
  ): void {
    const { account } = statement;
    const isSingle = account.source === 'admin';
    if (isSingle && this.owners[account.mailbox] !== account.who) return;
    const last = this.statements.findLast((each) => keyOf(each.account) === keyOf(account));
    const at = isOfTheSameTime && last ? last.at : (this.#now += 1);
    // A call for a single grant is made again or not at all.
    if (!isSingle) this.statements.push({ ...statement, at });
    if (isSingle || !isLate) this.arrive({ ...statement, at });
  }

  #miss(account: Account): void {
    const row = this.#rows.get(keyOf(account));
    if (row) Object.assign(row, { at: (this.#now += 1), gives: 0 });
  }

  #arriveAgain(which: number): void {
    const statement = this.statements[which % this.statements.length];
    if (statement) this.arrive(statement);
  }

  #open(mailbox: Mailbox): void {
    const owner = this.owners[mailbox];
    const isStated = this.rows.some(
      (row) => row.owner === owner && row.addresses !== 'apart' && row.email === mailbox,
    );
    const isGiven = this.#give(owner, this.persons.holderOf(mailbox) ?? this.persons.add(mailbox));
    if (isGiven && !isStated) this.#untold.add(mailbox);
  }

  #enter(account: Account): void {
    const row = this.#rows.get(keyOf(account));
    if (row?.addresses === 'apart') this.#give(account.who, row.persons[0]!);
  }

  #give(to: Human, person: string): boolean {
    if (this.access(person) === 0) return false;
    this.links[to].add(person);
    for (const row of this.rows)
      if (row.owner === to && row.persons.includes(person)) this.given.push({ row, person });
    return true;
  }

  #passOn(mailbox: Mailbox, to: Human): void {
    const from = this.owners[mailbox];
    if (from === to || !this.#isLeft(mailbox)) return;
    this.owners[mailbox] = to;
    this.left = { mailbox, from };
  }

  /**
   * Whether its owner has left a mailbox, so that it may be somebody else's. No rule can help where
   * nobody told the service, or where the statement comes later than the next owner. And one case is
   * left: somebody pays in the owner's name, so that the address is stated on when the owner leaves it.
   */
  #isLeft(mailbox: Mailbox): boolean {
    const { persons } = this;
    const owner = this.owners[mailbox];
    const own = this.rows.filter((row) => row.owner === owner);
    const stating = this.rows.filter((row) => row.addresses !== 'apart' && row.email === mailbox);
    const holder = persons.holderOf(mailbox);
    const isTheirs =
      holder !== undefined &&
      (this.links[owner].has(holder) || own.some((row) => row.persons.includes(holder)));
    // Of two systems only one was told: the person has another address already.
    const isToldElsewhere = (row: Row) =>
      row.addresses === 'typed' &&
      !isTheirs &&
      row.persons.some((one) => persons.emailOf(one) !== null);
    const isOnItsWay = this.statements.some(({ account, email, at }) => {
      if (account.who !== owner || email !== mailbox || SOURCES[account.source] === 'apart')
        return false;
      const row = this.#rows.get(keyOf(account));
      return !row || at > row.at || (at === row.at && row.email !== mailbox);
    });
    return (
      !this.#untold.has(mailbox) &&
      !isOnItsWay &&
      stating.every((row) => row.owner === owner && isToldElsewhere(row))
    );
  }
}
