/**
 * The rules of whose a row is, against members, mailboxes that change hands, somebody who types any
 * address, and statements that come late, twice and in any order. `LAW_TIMES=100` tries 20,000 stories
 * for each law.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsFor, nameAddress, type NamingRow } from '../../../src/service/ledger/persons.js';
import { timesAsMany } from '../../support/laws/times-as-many.js';
import { PEOPLE, stories, type Human, type Mailbox } from './deeds.js';
import { createKnownPersons } from './known-persons.js';
import { World, type Row, type Statement } from './world.js';

const numRuns = timesAsMany(200);

/** Finds nothing that breaks a law after any deed of any story. */
function holds(broken: (world: World) => readonly unknown[]): void {
  holdsThrough(() => undefined, broken);
}

/** The same for a law of what a deed changes. */
function holdsThrough<Before>(
  look: (world: World) => Before,
  broken: (world: World, before: Before) => readonly unknown[],
): void {
  const property = fc.property(stories, (story) => {
    const world = new World();
    for (const deed of story) {
      const before = look(world);
      world.do(deed);
      const found = broken(world, before);
      // To expect it each time would take ten times as long.
      if (found.length > 0) expect(found).toEqual([]);
    }
  });
  fc.assert(property, { numRuns });
}

/** Sees to the world that a story leaves. `shuffle` draws an order. */
function atTheEnd(see: (world: World, shuffle: <One>(all: One[]) => One[]) => void): void {
  const property = fc.property(stories, fc.infiniteStream(fc.nat()), (story, places) => {
    const world = new World();
    for (const deed of story) world.do(deed);
    see(world, (all) =>
      all
        .map((one) => ({ one, place: Number(places.next().value) }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one),
    );
  });
  fc.assert(property, { numRuns });
}

const ownerOf = (world: World, email: string | null): Human | undefined =>
  email === null ? undefined : world.owners[email as Mailbox];

const emailsOf = ({ ids, persons }: World, people: readonly string[] = ids) =>
  people.map((person) => persons.emailOf(person)).filter((email) => email !== null);

/**
 * Two things that no rule knows. Where the subject is an address, that it is somebody else's now: the
 * first one hears on. And where a system was not told of a change, that the address is somebody else's
 * now: once the system that was told says nothing any more, they hear by it.
 */
const isUnknowable = (world: World, row: Row, person: string) =>
  row.inherited.includes(person) ||
  (row.addresses === 'typed' &&
    !row.persons.includes(person) &&
    emailsOf(world, row.persons).length === 0 &&
    ownerOf(world, row.email) !== row.owner);

/** The rows of others that let somebody hear. Eve's are presents. */
const rowsOfOthers = (world: World, who: Human, person: string): Row[] =>
  world.rows.filter(
    (row) =>
      row.gives > 0 &&
      row.owner !== who &&
      row.owner !== 'eve' &&
      world.counts(row, person) &&
      !isUnknowable(world, row, person),
  );

/** What their own accounts give each link that somebody was given. A single grant is no account. */
const ownAccess = (world: World) =>
  PEOPLE.flatMap((who) => {
    const own = world.rows.filter((row) => row.owner === who && row.account.source !== 'admin');
    return Array.from(world.links[who], (person) => {
      const gives = world.access(person, own);
      return { who, person, gives };
    });
  });

const repeated = <One>(all: readonly One[]) => all.filter((one, at) => all.indexOf(one) !== at);

describe('nameAddress', () => {
  it('lets nobody hear by what somebody else was given', () => {
    holds((world) =>
      PEOPLE.flatMap((who) =>
        [...world.links[who]].flatMap((person) => rowsOfOthers(world, who, person)),
      ),
    );
  });

  it('lets nobody ask by their mailbox for what somebody else was given', () => {
    holds((world) =>
      world.ids.flatMap((person) => {
        const who = ownerOf(world, world.persons.emailOf(person));
        return who ? rowsOfOthers(world, who, person) : [];
      }),
    );
  });

  it('gives no link to two people', () => {
    holds(({ links }) => repeated(PEOPLE.flatMap((who) => [...links[who]])));
  });

  it('lets a link play on while a row that named its person gives access', () => {
    holds((world) =>
      world.given.filter(({ row, person }) => (row.gives & ~world.access(person)) > 0),
    );
  });

  it('lets nobody end what the rows of others give these, whatever address is stated', () => {
    holdsThrough(ownAccess, (world, before) => {
      if (!world.taken) return [];
      const { owner } = world.taken.row;
      const now = ownAccess(world);
      return before.filter(({ who, person, gives }) => {
        const after = now.find((one) => one.who === who && one.person === person)?.gives ?? 0;
        return who !== owner && (gives & ~after) > 0;
      });
    });
  });

  it('moves the person of a confirmed row with its address, and whoever had that keeps all but it', () => {
    holds(({ taken, persons }) => {
      if (taken?.row.addresses !== 'confirmed' || taken.row.email === null) return [];
      const { row, person, isNamed, other } = taken;
      const holder = persons.holderOf(taken.row.email);
      const moved = row.email === taken.left || !isNamed || holder === person;
      const isFree = other === undefined || other === holder || persons.emailOf(other) === null;
      return moved && isFree ? [] : [taken];
    });
  });

  it('moves nobody with an address that nobody confirmed', () => {
    holds(({ taken, persons }) => {
      if (!taken || taken.row.addresses === 'confirmed') return [];
      const { row, left, person, other } = taken;
      const isLeft = person === undefined || [left, null].includes(persons.emailOf(person));
      const isKept = other === undefined || persons.holderOf(row.email ?? '') === other;
      return isLeft && isKept ? [] : [taken];
    });
  });

  it('counts for whoever asks with the address that was stated just now', () => {
    holds((world) => {
      const { row, left } = world.taken ?? {};
      if (!row || row.addresses === 'apart' || row.email === null || row.email === left) return [];
      const holder = world.persons.holderOf(row.email);
      return holder !== undefined && world.counts(row, holder) ? [] : [row];
    });
  });

  it('counts for whoever asks with its address, unless nobody confirmed that and its person has another', () => {
    holds((world) =>
      world.rows.filter((row) => {
        if (row.addresses === 'apart' || row.email === null) return false;
        const holder = world.persons.holderOf(row.email);
        if (holder === undefined || world.counts(row, holder)) return false;
        return row.addresses === 'confirmed' || emailsOf(world, row.persons).length === 0;
      }),
    );
  });

  it('leaves an address to its person while another row states it', () => {
    holds(({ taken, persons, rows }) => {
      if (taken?.person === undefined || taken.left === null) return [];
      const { row, left, person } = taken;
      const isMoved = row.addresses === 'confirmed' && persons.holderOf(row.email ?? '') === person;
      const isStated = rows.some(
        (one) => one !== row && one.addresses !== 'apart' && one.email === left,
      );
      return isStated && !isMoved && persons.holderOf(left) !== person ? [taken] : [];
    });
  });

  it('begins anew for who takes a mailbox that was left', () => {
    holds(({ left, links, rows, persons }) => {
      const holder = left && persons.holderOf(left.mailbox);
      if (holder === undefined) return [];
      const isNamed = rows.some(
        (row) => row.owner === left!.from && row.gives > 0 && row.persons.includes(holder),
      );
      return isNamed || links[left!.from].has(holder) ? [left] : [];
    });
  });

  it('gives a row whose addresses find nobody a person of its own', () => {
    holds((world) =>
      world.rows.filter((row) => {
        const [own] = row.persons;
        if (row.addresses !== 'apart') return false;
        return (
          own === undefined ||
          world.persons.emailOf(own) !== null ||
          world.rows.some((one) => world.counts(one, own) !== (one === row)) ||
          world.ids.some((person) => world.counts(row, person) !== (person === own))
        );
      }),
    );
  });

  it('lets an address find one person, and nobody whom rows name where no row states it', () => {
    holds((world) => {
      const { rows } = world;
      const stated = new Set(rows.map(({ addresses, email }) => addresses !== 'apart' && email));
      const named = emailsOf(
        world,
        rows.flatMap((row) => row.persons),
      );
      return [
        ...repeated(emailsOf(world)),
        ...named.filter((email) => !stated.has(email as Mailbox)),
      ];
    });
  });

  it('ends all access, and all that addresses find, when the last row has left', () => {
    atTheEnd((world, shuffle) => {
      const rows = shuffle(world.rows);
      for (const { account } of rows)
        world.arrive({ account, at: Infinity, email: null, gives: 0 });
      expect(world.ids.filter((person) => world.access(person) > 0)).toEqual([]);
      const named = rows.flatMap((row) => row.persons);
      expect(emailsOf(world, named)).toEqual([]);
    });
  });

  it('ends with the latest statement of a row, in whatever order they come, and however often', () => {
    atTheEnd((world, shuffle) => {
      const latest = new Map<Row, Statement>();
      for (const statement of shuffle([...world.statements, ...world.statements])) {
        const row = world.arrive(statement);
        if (row.at === statement.at && statement.at >= (latest.get(row)?.at ?? 0))
          latest.set(row, statement);
      }
      const people = emailsOf(world);
      for (const [row, statement] of latest) {
        const { email, gives } = statement;
        const persons = [...row.persons];
        expect(world.arrive(statement)).toMatchObject({ email, gives, persons });
      }
      expect(emailsOf(world)).toEqual(people);
    });
  });
});

describe('nameAddress, of a row that named several before its source was confirmed', () => {
  it.each([
    ['moves who has its address', 'b@a.example', [null, 'b@a.example', 'c@a.example'], 1],
    ['moves who has none, where it had none', null, ['a@a.example', 'b@a.example', null], 2],
    [
      'moves who has none, where its own is somebody else’s',
      'd@a.example',
      ['a@a.example', null],
      1,
    ],
    ['moves the first, where each has another', 'd@a.example', ['a@a.example', 'b@a.example'], 0],
  ])('%s', (_, email, emails, moved) => {
    const persons = createKnownPersons();
    const named = emails.map((each) => persons.add(each));
    const row: NamingRow = { addresses: 'confirmed', email, persons: [...named] };
    persons.knowRow(row);
    nameAddress(row, { email: 'new@a.example' }, persons);
    expect(named.map((person) => persons.emailOf(person))).toEqual(
      emails.map((each, at) => (at === moved ? 'new@a.example' : each)),
    );
    expect(row.persons).toEqual(named);
  });
});

describe('countsFor', () => {
  const persons = createKnownPersons();
  persons.know('moved', 'new@a.example');
  persons.know('next', 'old@a.example');
  persons.know('left', null);
  const row = (addresses: NamingRow['addresses'], ...named: string[]): NamingRow => ({
    addresses,
    email: 'old@a.example',
    persons: named,
  });

  it.each([
    ['a confirmed row', row('confirmed', 'moved'), true],
    ['a typed row whose person has another address', row('typed', 'moved'), false],
    ['a typed row with one such person', row('typed', 'left', 'moved'), false],
    ['a typed row whose persons have no address', row('typed', 'left'), true],
    ['a row whose addresses find nobody', row('apart', 'left'), false],
  ])('says whether %s counts for who has its address', (_, one, counts) => {
    expect(countsFor(one, 'next', persons)).toBe(counts);
    expect(one.persons.every((person) => countsFor(one, person, persons))).toBe(true);
    expect(countsFor({ ...one, email: null }, 'next', persons)).toBe(false);
  });
});
