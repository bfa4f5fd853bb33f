/**
 * The engine of the ledger, beside the pure rules in memory: after each deed of any story the tables say
 * what the rules say, and every link that has changed is in a batch. `LAW_TIMES=100` tries 2,000 stories.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTakeEvent } from '../../../../src/service/events/take-event.js';
import { createLinkSecrets } from '../../../../src/service/store/links/link-secrets.js';
import { createStore } from '../../../../src/service/store/create-store.js';
import { openDatabase } from '../../../../src/service/store/database/open-database.js';
import { createEntitlements } from '../../../../src/service/store/entitlements.js';
import { createOldLinkIndex } from '../../../../src/service/store/links/old-link-index.js';
import { createOldLinks } from '../../../../src/service/store/links/old-links.js';
import { createLedger } from '../../../../src/service/store/ledger/ledger.js';
import { TooManyEnds } from '../../../../src/service/store/ledger/state-members.js';
import type { Addresses } from '../../../../src/service/ledger/sources.js';
import { useDatabase } from '../../../support/feed-service/for-file.js';
import { timesAsMany } from '../../../support/laws/times-as-many.js';
import { KINDS, SKUS, START, stories, type Deed } from './ledger-deeds.js';
import { LedgerModel } from './ledger-model.js';
import { differences, emptyTables, readTables, type Tables } from './ledger-tables.js';

const database = await useDatabase();
const opened = await openDatabase({ database });
const secrets = createLinkSecrets('key');
const products = { gold: 'sid:a', silver: 'sid:b' };
const settings = { kind: 'ghost' as const, secret: 'x'.repeat(16), products };

/** Does each deed of a story to the tables and to the model. */
function createWorld() {
  let time = START;
  const now = () => new Date(time);
  const kinds: Record<string, Addresses> = { ...KINDS };
  const caughtUp = () => Promise.resolve();
  const ledger = createLedger({
    database: opened,
    now,
    addressesOf: (source) => kinds[source] ?? 'typed',
    caughtUp,
  });
  const store = createStore(opened);
  const entitlements = createEntitlements(opened, secrets, now, caughtUp);
  const links = {
    caughtUp,
    state: () => 'fresh' as const,
    oldLinks: createOldLinkIndex(),
    areOldLinksLate: false,
  };
  const oldLinks = createOldLinks({ database: opened, links, secrets, feedKey: 'key', now });
  const model = new LedgerModel(kinds);
  const takeEvent = createTakeEvent(ledger, now);
  const takeInModel = createTakeEvent(
    {
      change(source, subject, decide) {
        model.change(source, subject, decide, now());
        return Promise.resolve(undefined as never);
      },
    },
    now,
  );
  const done: { deed: Deed; at: number }[] = [];

  async function onboard(person: string, userId: string, sku: string, origin: string) {
    await entitlements.add({ userId, sku, origin });
    model.onboard(person, sku, origin, now());
  }

  async function act(deed: Deed, at: Date): Promise<void> {
    switch (deed.does) {
      case 'state': {
        await ledger.state(deed.source, { ...deed.line, at });
        model.state(deed.source, deed.line, at, now());
        return;
      }
      case 'end': {
        const { source, subject, isErased } = deed;
        await ledger.end(source, { subject, at, erase: isErased });
        model.end(source, subject, at, isErased, now());
        return;
      }
      case 'file': {
        const { source, lines, replace, force } = deed;
        const how = { replace, force, at };
        const taken = await ledger.stateAll(source, lines, how).then(
          () => true,
          (error: unknown) => {
            if (error instanceof TooManyEnds) return false;
            throw error;
          },
        );
        expect(taken).toBe(model.stateAll(source, lines, how, now()));
        return;
      }
      case 'event': {
        const event = { ...deed.event, at: Number(at), rank: [0], id: String(at) };
        const taken = await takeEvent('events/ghost', settings, event);
        expect(taken).toEqual(await takeInModel('events/ghost', settings, event));
        return;
      }
      case 'grants': {
        await ledger.putGrants(deed.grants);
        model.putGrants(deed.grants, now());
        return;
      }
      case 'revoke': {
        await ledger.removeGrant(deed.grant);
        model.removeGrant(deed.grant, now());
        return;
      }
      case 'reload': {
        await ledger.stateCatalogue({ grants: deed.grants, products: [] });
        const emails = [...new Set(deed.grants.map(({ email }) => email))];
        const file = emails.map((email) => ({
          subject: `email:${email}`,
          email,
          grants: deed.grants.flatMap(({ email: other, ...grant }) =>
            other === email ? grant : [],
          ),
        }));
        model.stateAll('catalogue', file, { replace: true, force: true, at: now() }, now());
        return;
      }
      case 'endSource': {
        await ledger.endSource(deed.source);
        model.endSource(deed.source, now());
        return;
      }
      case 'kind': {
        kinds[deed.source] = deed.kind;
        await ledger.putAddresses();
        model.putKind(deed.source, deed.kind, now());
        return;
      }
      case 'open': {
        const { id } = await store.requireUser(deed.email);
        await onboard(model.requireUser(deed.email), id, deed.sku, deed.origin);
        return;
      }
      case 'enter': {
        const person = model.rows.get(`${deed.source} ${deed.subject}`)?.persons[0];
        const [member] = await ledger.members({
          source: deed.source,
          subject: deed.subject,
          limit: 1,
        });
        if (member?.userId !== undefined && person !== undefined)
          await onboard(person, member.userId, deed.sku, 'EXTERNAL');
        return;
      }
      case 'reset': {
        const { id } = await store.requireUser(deed.email);
        const person = model.requireUser(deed.email);
        await entitlements.resetLinks(id, deed.sku);
        model.reset(person, deed.sku, now());
        return;
      }
      case 'rotate': {
        const before = new Date(time - deed.ago);
        await entitlements.rotateLinks(deed.sku, before);
        model.rotate(deed.sku, before, now());
        return;
      }
      case 'move in': {
        const { email, sku, address } = deed;
        await oldLinks.moveIn([{ email, sku, address }]);
        model.moveIn(email, sku, address, now());
        return;
      }
      case 'move out': {
        const { email, sku, isBack } = deed;
        const newUrl = isBack ? undefined : 'https://new.example/feed';
        await oldLinks.moveOut([{ email, sku, newUrl }]);
        model.moveOut(email, sku, isBack);
        return;
      }
      case 'forget': {
        await ledger.forgetPast();
        await oldLinks.forgetPast();
        model.forget(now());
        return;
      }
      case 'again': {
        const earlier = done[deed.which % done.length];
        if (earlier) await act(earlier.deed, new Date(earlier.at));
      }
    }
  }

  return {
    model,
    ledger,
    /** Does a deed. An event or a statement may have been made some time before. */
    async do(deed: Deed): Promise<void> {
      time += deed.after;
      const at = time - deed.late;
      await act(deed, new Date(at));
      if (deed.does !== 'again') done.push({ deed, at });
    },
  };
}

describe('createLedger', () => {
  it('says after each deed what the rules say, and notes each link that has changed', () =>
    fc.assert(
      fc.asyncProperty(stories, async (story) => {
        await emptyTables(database);
        const world = createWorld();
        const ids = new Map<string, string>();
        let before: Tables = await readTables(database);
        for (const deed of story) {
          await world.do(deed);
          const after = await readTables(database);
          expect(differences(world.model, after, before, ids, secrets)).toEqual([]);
          before = after;
        }
        for (const [person, id] of ids)
          for (const sku of SKUS)
            expect((await world.ledger.endOf(id, sku))?.getTime()).toBe(
              world.model.endOf(person, sku),
            );
      }),
      { numRuns: timesAsMany(20) },
    ));
});
