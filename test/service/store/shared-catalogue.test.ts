/** The grants of the catalogue file in the ledger, and one reload for all processes: each with a file of its own. */
import prom from 'prom-client';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, type Catalogue } from '../../../src/service/catalogue/catalogue.js';
import {
  openCatalogue,
  type LiveCatalogue,
} from '../../../src/service/catalogue/live-catalogue.js';
import {
  shareCatalogue,
  type SharedCatalogueOptions,
} from '../../../src/service/store/shared-catalogue.js';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import { createLedger } from '../../../src/service/store/ledger/ledger.js';
import { catalogueOf, member, sku, stranger } from '../../support/feed-service/backend.js';
import { useDatabase } from '../../support/feed-service/for-file.js';
import { until } from '../../support/waiting/until.js';

const database = await useDatabase();
const opened = await openDatabase({ database });

const grantsOf = (...emails: string[]): Catalogue => ({
  ...catalogueOf('show.rss'),
  grants: emails.map((email) => ({ email, sku })),
});

/** Processes on one database, which are told of each other's reloads. */
async function together() {
  for (const table of ['pps_grants', 'pps_member_users', 'pps_members', 'pps_sources'])
    await database.query(`delete from ${table}`);
  let time = Date.parse('2026-03-01T12:00:00Z');
  const now = () => new Date(time);
  const ledger = createLedger({
    database: opened,
    now,
    addressesOf: () => 'typed',
    caughtUp: () => Promise.resolve(),
  });
  const listeners: ((id?: string) => void)[] = [];
  let announced = 0;

  async function start(file: Catalogue, more: Partial<SharedCatalogueOptions> = {}) {
    const own = { file, reloads: 0, log: [] as Record<string, unknown>[] };
    const live = await openCatalogue('file', async () => loadCatalogue(own.file));
    const shared = await shareCatalogue({
      catalogue: live,
      ledger,
      announce() {
        announced += 1;
        const id = String(announced);
        for (const listener of listeners) listener(id);
        return Promise.resolve(id);
      },
      onAnnounced: (listener) => listeners.push(listener),
      reloaded: () => (own.reloads += 1),
      log: (line) => own.log.push(line as Record<string, unknown>),
      registry: new prom.Registry(),
      ...more,
    });
    return Object.assign(own, { shared });
  }

  return {
    ledger,
    start,
    pass: (milliseconds: number) => (time += milliseconds),
    inForce: async () => {
      const found = await ledger.grants({ limit: 10 });
      return found.map(({ grant }) => grant.email);
    },
    /** All rows that a catalogue writes, each with the transaction that wrote it. */
    written: async () => {
      const tables = ['pps_grants', 'pps_members', 'pps_sources', 'pps_last_batch'];
      const rows = tables.map((table) => database.query(`select xmin::text, t.* from ${table} t`));
      return (await Promise.all(rows)).map((found) => found.rows);
    },
  };
}

const warnings = ({ log }: { log: Record<string, unknown>[] }) =>
  log.flatMap(({ warning, message }) => (warning === 'catalogue-grants' ? [message] : []));
const theDay = '2026-03-01T12:00:00.000Z';

describe('shareCatalogue', () => {
  it('writes the grants of a file once, however often it is read and in whatever order', async () => {
    const { start, written, inForce, pass } = await together();
    const first = await start(grantsOf(member, stranger));
    const before = await written();
    pass(1_000);
    const second = await start(grantsOf(stranger, member));
    await first.shared.reload();
    await until(() => expect(second.reloads).toBe(1));
    expect(await written()).toEqual(before);
    expect(await inForce()).toEqual([member, stranger]);
    expect([first, second].flatMap(warnings)).toEqual([]);
  });

  it('writes another file at a start, and says since when the other one counted', async () => {
    const { start, inForce, pass } = await together();
    await start(grantsOf(member));
    pass(86_400_000);
    const other = await start(grantsOf(stranger));
    expect(warnings(other)).toEqual([expect.stringContaining(`than those of ${theDay}.`)]);
    expect(await inForce()).toEqual([stranger]);
  });

  it('does not write another file where it only follows a reload, and warns of it', async () => {
    const { start, written, inForce } = await together();
    const old = await start(grantsOf(member));
    const reloaded = await start(grantsOf(member));
    reloaded.file = grantsOf(stranger);
    await reloaded.shared.reload();
    const before = await written();
    await until(() => expect(old.reloads).toBe(1));
    expect(warnings(old)).toEqual([
      expect.stringMatching(`than those of ${theDay}, which go on to count`),
    ]);
    expect(warnings(reloaded)).toEqual([]);
    expect(await written()).toEqual(before);
    expect(await inForce()).toEqual([stranger]);
    expect(reloaded.reloads).toBe(0);
  });

  it('has the grants of a file in the ledger before the file is in force', async () => {
    const { start, ledger } = await together();
    const file = grantsOf(member);
    let fails = false;
    const begun: LiveCatalogue[] = [];
    const seen: unknown[] = [];
    const one = await start(file, {
      ledger: {
        ...ledger,
        async stateCatalogue(next) {
          seen.push(begun[0]?.current.grants.map(({ email }) => email));
          if (fails) throw new Error('away');
          await ledger.stateCatalogue(next);
        },
      },
    });
    begun.push(one.shared);
    one.file = grantsOf(stranger);
    await one.shared.reload();
    fails = true;
    one.file = grantsOf(member, stranger);
    await expect(one.shared.reload()).rejects.toThrow('away');
    expect(seen).toEqual([undefined, [member], [stranger]]);
    expect(one.shared.current.grants.map(({ email }) => email)).toEqual([stranger]);
  });

  it('reads the file once more if another process asks for it meanwhile', async () => {
    const { start } = await together();
    let release: () => void = () => undefined;
    let readings = 0;
    const held = await start(grantsOf(member), {
      catalogue: {
        current: await loadCatalogue(grantsOf(member)),
        reload() {
          readings += 1;
          return new Promise<void>((resolve) => (release = resolve));
        },
      },
    });
    const other = await start(grantsOf(member));
    await other.shared.reload();
    await until(() => expect(readings).toBe(1));
    await other.shared.reload();
    release();
    await until(() => expect(readings).toBe(2));
    release();
    await until(() => expect(held.reloads).toBe(2));
  });
});
