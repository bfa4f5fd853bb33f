/**
 * The ledger in memory, by the pure rules alone (`nameAddress`, `countsFor`): what the engine's tables
 * must say after each statement. Persons have names of its own.
 */
import { countsFor, nameAddress, type Persons } from '../../../../src/service/ledger/persons.js';
import type { Addresses } from '../../../../src/service/ledger/sources.js';
import {
  endDate,
  lastBefore,
  longestBySku,
  subjectOfEmail,
  type StatedGrant,
} from '../../../../src/service/ledger/statement.js';
import type { Decide, NextRow } from '../../../../src/service/store/ledger/change-members.js';
import type { MemberRow } from '../../../../src/service/store/ledger/member-rows.js';
import type { WholeFile } from '../../../../src/service/store/ledger/state-members.js';

type ModelRow = { -readonly [Field in keyof MemberRow]: MemberRow[Field] };

export interface ModelLink {
  /** A name of the model's own. */
  id: number;
  person: string;
  sku: string;
  origin: string;
  version: number;
  /** Milliseconds; `undefined` before the first grant. */
  endsAt: number | undefined;
  madeAt: number;
}

export interface ModelOldLink {
  link: ModelLink;
  version: number;
  kind: 'moved-in' | 'moved-out' | 'rotated' | 'reset';
  until: number;
}

export interface Line {
  subject: string;
  email: string;
  grants: readonly StatedGrant[];
}

const keyOf = (source: string, subject: string) => `${source} ${subject}`;
const stated = ({ grants }: MemberRow): StatedGrant[] =>
  longestBySku(
    grants.flatMap(({ sku, until, isStated }) =>
      isStated ? [until === undefined ? { sku } : { sku, until }] : [],
    ),
  );
const MEMORY_MS = 90 * 86_400_000;

export class LedgerModel {
  readonly rows = new Map<string, ModelRow>();
  /** The address of each person. */
  readonly people = new Map<string, string | null>();
  readonly links: ModelLink[] = [];
  /** By address; those of links of ours have names of the model's own. */
  readonly oldLinks = new Map<string, ModelOldLink>();
  readonly kinds: Record<string, Addresses>;
  readonly #wholeAt = new Map<string, Date>();
  /** Sources that have stated something since they ended last. */
  readonly #sources = new Set<string>();
  #made = 0;
  readonly #persons: Persons;

  constructor(kinds: Readonly<Record<string, Addresses>>) {
    this.kinds = { ...kinds };
    this.#persons = {
      holderOf: (email) => this.holderOf(email),
      emailOf: (person) => this.people.get(person) ?? null,
      add: (email) => {
        const person = `person ${(this.#made += 1)}`;
        this.people.set(person, email);
        return person;
      },
      setEmail: (person, email) => void this.people.set(person, email),
      isStatedElsewhere: (email, row) =>
        [...this.rows.values()].some(
          (other) => other !== row && other.email === email && other.addresses !== 'apart',
        ),
    };
  }

  holderOf(email: string): string | undefined {
    return [...this.people].find(([, other]) => other === email)?.[0];
  }

  /** When access ends or has ended, in milliseconds. */
  endOf(person: string, sku: string): number | undefined {
    const ends = [...this.rows.values()].flatMap((row) =>
      countsFor(row, person, this.#persons)
        ? row.grants.flatMap((grant) => (grant.sku === sku ? Number(grant.endsAt) : []))
        : [],
    );
    return ends.length === 0 ? undefined : Math.max(...ends);
  }

  change(source: string, subject: string, decide: Decide, now: Date): void {
    const key = keyOf(source, subject);
    const row = this.rows.get(key) ?? this.#newRow(source, subject);
    this.#sources.add(source);
    const next = decide(row);
    if (typeof next !== 'string') {
      this.rows.set(key, row);
      row.addresses = this.#kindOf(source);
      this.#apply(row, next, now);
      if (next.isErased === true) this.#erase(row);
    }
    this.#rewriteEnds(now);
  }

  state(source: string, { subject, email, grants }: Line, at: Date, now: Date): void {
    this.change(source, subject, this.#statement(source, email, grants, at), now);
  }

  end(source: string, subject: string, at: Date, isErased: boolean, now: Date): void {
    const decide: Decide = (row) =>
      this.#isOlder(row, at) ? 'older' : { email: null, grants: [], at, isDeleted: true, isErased };
    this.change(source, subject, decide, now);
  }

  /** @returns whether it was taken, and not refused */
  stateAll(
    source: string,
    file: readonly Line[],
    { replace, force, at }: WholeFile,
    now: Date,
  ): boolean {
    this.#sources.add(source);
    const named = new Map(file.map((line) => [line.subject, line]));
    const before = [...this.rows.values()].filter(
      (row) => row.source === source && stated(row).length > 0,
    );
    const absent = before.filter((row) => !named.has(row.subject) && !this.#isOlder(row, at));
    if (replace && !force && absent.length * 2 > before.length) return false;
    const subjects = [...named.keys(), ...(replace ? absent.map(({ subject }) => subject) : [])];
    const changes = new Map<string, Decide>();
    for (const subject of subjects.sort()) {
      const line = named.get(subject);
      const says = line && this.#statement(source, line.email, line.grants, at);
      changes.set(subject, (row) => {
        if (!says) return { email: row.email, grants: [], at, state: row.state };
        const isSame =
          row.email === line.email &&
          JSON.stringify(stated(row)) === JSON.stringify(longestBySku(line.grants));
        return replace && isSame && row.statedAt && !row.deletedAt ? 'unchanged' : says(row);
      });
    }
    for (const [subject, decide] of changes) this.change(source, subject, decide, now);
    const wholeAt = this.#wholeAt.get(source);
    if (replace && (!wholeAt || wholeAt < at)) this.#wholeAt.set(source, at);
    return true;
  }

  putGrants(grants: readonly (StatedGrant & { email: string })[], now: Date): void {
    for (const email of [...new Set(grants.map((grant) => grant.email))].sort()) {
      const given = new Map<string, StatedGrant>();
      for (const { sku, until, ...grant } of grants)
        if (grant.email === email) given.set(sku, until === undefined ? { sku } : { sku, until });
      const decide: Decide = (row) => {
        if (this.#isKnown(row, email, [...given.values()], now)) return 'unchanged';
        const others = stated(row).filter(({ sku }) => !given.has(sku));
        return { email, grants: [...others, ...given.values()], at: now, findsAnew: true };
      };
      this.change('admin', subjectOfEmail(email), decide, now);
    }
  }

  removeGrant({ sku, email }: { sku: string; email: string }, now: Date): void {
    const decide: Decide = (row) => {
      const left = stated(row).filter((grant) => grant.sku !== sku);
      return left.length === stated(row).length
        ? 'unchanged'
        : { email: row.email, grants: left, at: now };
    };
    this.change('admin', subjectOfEmail(email), decide, now);
  }

  endSource(source: string, now: Date): void {
    for (const row of this.rows.values()) {
      if (row.source !== source || row.deletedAt) continue;
      const next = { email: null, grants: [], at: now, isDeleted: true, keepsAddress: true };
      this.#apply(row, next, now);
    }
    this.#wholeAt.delete(source);
    this.#sources.delete(source);
    this.#rewriteEnds(now);
  }

  /** Takes another kind for a source. */
  putKind(source: string, kind: Addresses, now: Date): void {
    const isOther = this.kinds[source] !== kind;
    this.kinds[source] = kind;
    if (!isOther || !this.#sources.has(source)) return;
    for (const row of this.rows.values()) {
      if (row.source !== source) continue;
      row.addresses = kind;
      this.#remember(row, now);
    }
    this.#rewriteEnds(now);
  }

  requireUser(email: string): string {
    return this.holderOf(email) ?? this.#persons.add(email);
  }

  onboard(person: string, sku: string, origin: string, now: Date): void {
    const isSame = (link: ModelLink) =>
      link.person === person && link.sku === sku && link.origin === origin;
    if (this.links.some(isSame)) return;
    const free = this.#linksOf(person, sku).find((link) => link.origin === '');
    if (free) free.origin = origin;
    else this.#make(person, sku, origin, now);
  }

  #make(person: string, sku: string, origin: string, now: Date): void {
    const endsAt = this.endOf(person, sku);
    this.links.push({
      id: (this.#made += 1),
      person,
      sku,
      origin,
      version: 1,
      endsAt,
      madeAt: Number(now),
    });
  }

  #linksOf(person: string, sku: string): ModelLink[] {
    return this.links.filter((link) => link.person === person && link.sku === sku);
  }

  /** Persons without an address whom rows with this person's alone name. */
  #alike(person: string): string[] {
    const email = this.people.get(person);
    if (email === undefined || email === null) return [];
    return [...this.people].flatMap(([other, address]) => {
      const named = [...this.rows.values()].filter((row) => row.persons.includes(other));
      const has = named.some((row) => row.email === email);
      const isOnly = named.every((row) => row.email === null || row.email === email);
      return address === null && has && isOnly ? other : [];
    });
  }

  #renew(links: readonly ModelLink[], kind: 'reset' | 'rotated', now: Date): void {
    const until = Number(now) + MEMORY_MS;
    for (const link of links) {
      for (const old of this.oldLinks.values())
        if (old.link === link && old.kind.startsWith('moved')) Object.assign(old, { kind, until });
      const { version } = link;
      this.oldLinks.set(`${link.id} ${version}`, { link, version, kind, until });
      link.version += 1;
      link.madeAt = Number(now);
    }
  }

  reset(person: string, sku: string, now: Date): void {
    const persons = [person, ...this.#alike(person)];
    this.#renew(
      persons.flatMap((each) => this.#linksOf(each, sku)),
      'reset',
      now,
    );
  }

  rotate(sku: string, before: Date, now: Date): void {
    const old = this.links.filter((link) => link.sku === sku && link.madeAt < Number(before));
    this.#renew(old, 'rotated', now);
  }

  moveIn(email: string, sku: string, address: string, now: Date): void {
    const person = this.requireUser(email);
    if (this.#linksOf(person, sku).length === 0) this.#make(person, sku, '', now);
    const known = this.oldLinks.get(address);
    if (known && known.kind !== 'moved-in') return;
    const [first] = this.#linksOf(person, sku).sort((a, b) => (a.origin < b.origin ? -1 : 1));
    this.oldLinks.set(address, {
      link: first!,
      version: first!.version,
      kind: 'moved-in',
      until: Infinity,
    });
  }

  moveOut(email: string, sku: string, isBack: boolean): void {
    const person = this.holderOf(email);
    if (person === undefined) return;
    for (const link of this.#linksOf(person, sku)) {
      const { id, version } = link;
      if (isBack) this.oldLinks.delete(`${id} ${version}`);
      else
        this.oldLinks.set(`${id} ${version}`, {
          link,
          version,
          kind: 'moved-out',
          until: Infinity,
        });
    }
  }

  /** Forgets what has ended long ago. No link changes. */
  forget(now: Date): void {
    for (const [address, { until }] of this.oldLinks)
      if (until <= Number(now)) this.oldLinks.delete(address);
    const before = Number(now) - MEMORY_MS;
    for (const [key, row] of this.rows) {
      row.grants = row.grants.filter(({ endsAt }) => Number(endsAt) >= before);
      if (row.forgetAfter && row.forgetAfter < now) this.rows.delete(key);
    }
  }

  #kindOf(source: string): Addresses {
    return this.kinds[source] ?? 'typed';
  }

  /** Whether single grants say nothing new: not even their time is worth writing. */
  #isKnown(row: MemberRow, email: string, given: readonly StatedGrant[], now: Date): boolean {
    const known = row.grants.filter(({ isStated }) => isStated);
    return (
      row.persons.includes(this.holderOf(email) ?? '') &&
      known.every(({ endsAt }) => endsAt >= now) &&
      given.every(({ sku, until }) => known.some((one) => one.sku === sku && one.until === until))
    );
  }

  #isOlder({ source, statedAt }: MemberRow, at: Date): boolean {
    const wholeAt = this.#wholeAt.get(source);
    return (statedAt !== undefined && at < statedAt) || (wholeAt !== undefined && at < wholeAt);
  }

  #statement(source: string, email: string, grants: readonly StatedGrant[], at: Date): Decide {
    return (row) =>
      this.#isOlder(row, at) ? 'older' : { email, grants: longestBySku(grants), at };
  }

  #newRow(source: string, subject: string): ModelRow {
    const addresses = this.#kindOf(source);
    const nothing = { statedAt: undefined, deletedAt: undefined, state: undefined };
    const none = { persons: [], grants: [], stored: new Set<never>(), isNew: true };
    return { source, subject, addresses, email: null, ...none, ...nothing };
  }

  #apply(row: ModelRow, next: NextRow, now: Date): void {
    const { email, grants, at, isDeleted = false, keepsAddress = false, findsAnew } = next;
    if (keepsAddress) row.email = null;
    else nameAddress(row, { email: isDeleted ? null : email, findsAnew }, this.#persons);
    const given = new Set(grants.map(({ sku }) => sku));
    const ended = row.grants
      .filter(({ sku }) => !given.has(sku))
      .map((grant) => {
        const over = lastBefore(Math.min(Number(at), Number(now)));
        const last = Math.min(Number(grant.endsAt), Number(over));
        return grant.isStated ? { ...grant, endsAt: new Date(last), isStated: false } : grant;
      });
    const goesOn = (sku: string) =>
      row.grants.find((grant) => grant.sku === sku && grant.isStated && grant.endsAt >= at)?.since;
    row.grants = [
      ...grants.map((grant) => ({
        ...grant,
        since: goesOn(grant.sku) ?? at,
        endsAt: endDate(grant),
        isStated: true,
      })),
      ...ended,
    ];
    row.statedAt = at;
    row.deletedAt = isDeleted ? at : undefined;
    row.state = next.state;
    this.#remember(row, now);
  }

  #remember(row: ModelRow, now: Date): void {
    // Nothing else knows who an account is whom no address finds.
    const isKept = row.addresses === 'apart' && !row.deletedAt;
    const last = Math.max(Number(now), ...row.grants.map(({ endsAt }) => Number(endsAt)));
    row.forgetAfter = isKept ? undefined : new Date(last + MEMORY_MS);
  }

  #erase(row: ModelRow): void {
    const named = row.persons;
    row.persons = [];
    const rows = [...this.rows.values()];
    for (const person of named) {
      if (rows.some((other) => other.persons.includes(person))) continue;
      this.people.delete(person);
      for (const [address, { link }] of this.oldLinks)
        if (link.person === person) this.oldLinks.delete(address);
      const left = this.links.filter((link) => link.person !== person);
      this.links.splice(0, this.links.length, ...left);
    }
  }

  #rewriteEnds(now: Date): void {
    for (const link of this.links) {
      const latest = this.endOf(link.person, link.sku);
      if (latest !== undefined) link.endsAt = latest;
      else if (link.endsAt !== undefined)
        link.endsAt = Math.min(link.endsAt, Number(lastBefore(Number(now))));
    }
  }
}
