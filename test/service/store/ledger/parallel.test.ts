/**
 * The ledger under many hands at once. On PGlite one transaction waits for the other; in the part
 * `postgres` they overtake each other, and whoever locks in another order is told of a deadlock.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemberEvent } from '../../../../src/service/events/member-event.js';
import {
  afterEvent,
  grantsOf,
  unknownMember,
} from '../../../../src/service/events/member-state.js';
import { createTakeEvent } from '../../../../src/service/events/take-event.js';
import { createLinkSecrets } from '../../../../src/service/store/links/link-secrets.js';
import { createStore } from '../../../../src/service/store/create-store.js';
import { openDatabase } from '../../../../src/service/store/database/open-database.js';
import { createEntitlements } from '../../../../src/service/store/entitlements.js';
import { createLedger } from '../../../../src/service/store/ledger/ledger.js';
import { TooManyEnds } from '../../../../src/service/store/ledger/state-members.js';
import { useDatabase } from '../../../support/feed-service/for-file.js';
import { timesAsMany } from '../../../support/laws/times-as-many.js';
import { crowds, EMAILS, KINDS, SKUS, START, type Deed } from './ledger-deeds.js';
import { emptyTables, faultsSince, readTables, type Tables } from './ledger-tables.js';

const database = await useDatabase();
const opened = await openDatabase({ database });
const secrets = createLinkSecrets('key');
const products = { gold: 'sid:a', silver: 'sid:b' };
const settings = { kind: 'ghost' as const, secret: 'x'.repeat(16), products };
const now = () => new Date(START);
const caughtUp = () => Promise.resolve();
const kinds = new Map<string, (typeof KINDS)[keyof typeof KINDS]>(Object.entries(KINDS));
const ledger = createLedger({
  database: opened,
  now,
  addressesOf: (source) => kinds.get(source) ?? 'typed',
  caughtUp,
});
const store = createStore(opened);
const entitlements = createEntitlements(opened, secrets, now, caughtUp);
const takeEvent = createTakeEvent(ledger, now);

async function onboard(userId: string, sku: string, origin: string): Promise<void> {
  await entitlements.add({ userId, sku, origin });
}

const toEvent = (event: Omit<MemberEvent, 'at' | 'rank' | 'id'>, at: number): MemberEvent => ({
  ...event,
  at,
  rank: [0],
  id: String(at),
});

async function act(deed: Deed, at: Date): Promise<unknown> {
  switch (deed.does) {
    case 'state': {
      return ledger.state(deed.source, { ...deed.line, at });
    }
    case 'end': {
      return ledger.end(deed.source, { subject: deed.subject, at, erase: deed.isErased });
    }
    case 'file': {
      return ledger.stateAll(deed.source, deed.lines, { ...deed, at });
    }
    case 'event': {
      return takeEvent('events/ghost', settings, toEvent(deed.event, Number(at)));
    }
    case 'grants': {
      return ledger.putGrants(deed.grants);
    }
    case 'reload': {
      return ledger.stateCatalogue({ grants: deed.grants, products: [] });
    }
    case 'kind': {
      kinds.set(deed.source, deed.kind);
      return ledger.putAddresses();
    }
    case 'open': {
      const { id } = await store.requireUser(deed.email);
      return onboard(id, deed.sku, deed.origin);
    }
    case 'enter': {
      const [member] = await ledger.members({
        source: deed.source,
        subject: deed.subject,
        limit: 1,
      });
      return member?.userId !== undefined && onboard(member.userId, deed.sku, 'EXTERNAL');
    }
    case 'reset': {
      const { id } = await store.requireUser(deed.email);
      return entitlements.resetLinks(id, deed.sku);
    }
    default: {
      return undefined;
    }
  }
}

interface Said {
  at: number;
  deed: Deed;
}

/** What a source says last of a subject, whoever came first: a whole file speaks of those, too, whom it leaves out. */
function lastOf(said: readonly Said[], source: string, subject: string): Said | undefined {
  return said
    .filter(({ deed }) => {
      if (!('source' in deed) || deed.source !== source) return false;
      if (deed.does === 'state') return deed.line.subject === subject;
      if (deed.does === 'end') return deed.subject === subject;
      return (
        deed.does === 'file' &&
        (deed.replace || deed.lines.some((line) => line.subject === subject))
      );
    })
    .sort((one, other) => other.at - one.at)[0];
}

const skusOf = (grants: readonly { sku: string }[]) =>
  [...new Set(grants.map(({ sku }) => sku))].sort();

/** All events of a member, one after the other. */
function afterAll(said: readonly Said[], subject: string): string[] {
  const events = said.flatMap(({ at, deed }) =>
    deed.does === 'event' && deed.event.subject === subject ? [toEvent(deed.event, at)] : [],
  );
  let state = unknownMember;
  for (const event of events) {
    const given = (event.subscription?.access ?? []).flatMap(({ ids: [id = ''], until }) => {
      const sku = new Map(Object.entries(products)).get(id);
      return sku === undefined ? [] : [{ sku, until }];
    });
    state = afterEvent(state, event, given, now()) ?? state;
  }
  return skusOf(grantsOf(state));
}

function skusIn(said: readonly Said[], source: string, subject: string): string[] {
  if (source === 'events/ghost') return afterAll(said, subject);
  if (source === 'admin') {
    return skusOf(
      said.flatMap(({ deed }) =>
        deed.does === 'grants' ? deed.grants.filter((each) => subject.endsWith(each.email)) : [],
      ),
    );
  }
  const last = lastOf(said, source, subject)?.deed;
  if (last?.does === 'state') return skusOf(last.line.grants);
  if (last?.does !== 'file') return [];
  return skusOf(last.lines.findLast((line) => line.subject === subject)?.grants ?? []);
}

/** Rows that give others than what was said, in whatever order that came. */
function wrongRows(said: readonly Said[], { members }: Tables): unknown[] {
  const subjects = [
    ...['events/ghost', 'blog', 'shop', 'wordpress'].flatMap((source) =>
      ['1', '2', '3'].map((subject) => ({ source, subject })),
    ),
    ...EMAILS.map((email) => ({ source: 'admin', subject: `email:${email}` })),
  ];
  return subjects.flatMap(({ source, subject }) => {
    const row = members.find((each) => each.source === source && each.subject === subject);
    const found = skusOf(row?.grants.filter((grant) => grant.is_stated) ?? []);
    const expected = skusIn(said, source, subject);
    return found.join() === expected.join() ? [] : [{ row, expected }];
  });
}

/** Links whose end is not that of what counts for their person now. */
async function wrongEnds({ links }: Tables): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const link of links) {
    const end = (await ledger.endOf(link.user_id, link.sku))?.getTime();
    const stored = link.ends_at === null ? undefined : Date.parse(link.ends_at);
    const isGone = end === undefined && (stored === undefined || stored <= START);
    if (end !== stored && !isGone) wrong.push({ link, end });
  }
  return wrong;
}

describe('createLedger', () => {
  it('ends where the latest statements lead, however many come at once', () =>
    fc.assert(
      fc.asyncProperty(crowds, async (crowd) => {
        await emptyTables(database);
        const before = await readTables(database);
        const results = await Promise.allSettled(
          crowd.map(({ deed, at }) => act(deed, new Date(at))),
        );
        const said = crowd.filter((_, index) => results[index]?.status === 'fulfilled');
        const failures = results.flatMap((each) =>
          each.status === 'rejected' ? [each.reason as unknown] : [],
        );
        expect(failures.filter((failure) => !(failure instanceof TooManyEnds))).toEqual([]);
        const after = await readTables(database);
        expect(wrongRows(said, after)).toEqual([]);
        expect(await wrongEnds(after)).toEqual([]);
        expect(faultsSince(after, before, secrets, { isOne: false })).toEqual([]);
      }),
      { numRuns: timesAsMany(2), endOnFailure: true },
    ));

  it('makes one person of a new address that an event and the page bring at once', async () => {
    await emptyTables(database);
    const events = Array.from({ length: 20 }, (_, index) => `new-${index}@example.org`);
    const ids = await Promise.all(
      events.map(async (email, index) => {
        const event = {
          subject: `new-${index}`,
          at: START,
          rank: [0],
          id: 'e',
          address: { of: 'member' as const, email },
          subscription: { key: 'k', access: [{ ids: ['gold'] }] },
        };
        const [{ id }] = await Promise.all([
          store.requireUser(email),
          takeEvent('events/ghost', settings, event),
        ]);
        return id;
      }),
    );
    const { members, users } = await readTables(database);
    expect(members.flatMap(({ persons }) => persons).sort()).toEqual(ids.sort());
    expect(users).toHaveLength(20);
    expect(await ledger.endOf(ids[0]!, SKUS[0]!)).toBeDefined();
  });
});
