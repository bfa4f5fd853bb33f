/** Cleaning up: by one process at a time, and only what nobody needs. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  readBatches,
  readLastBatch,
  recordBatch,
} from '../../../src/service/store/links/changed-links.js';
import {
  LEASE_SETTING,
  startCleaning,
  type Cleaning,
} from '../../../src/service/store/cleaning.js';
import type { Database } from '../../../src/service/store/database/database.js';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import { createLedger } from '../../../src/service/store/ledger/ledger.js';
import { useDatabase } from '../../support/feed-service/for-file.js';
import { until } from '../../support/waiting/until.js';

const database = await useDatabase();
const opened = await openDatabase({ database });

const MINUTE = 60_000;
let time: number;
const now = () => new Date(time);
const started: Cleaning[] = [];
const lines: object[] = [];
beforeEach(async () => {
  time = Date.parse('2026-11-26T12:00:00Z');
  lines.length = 0;
  await database.query('delete from pps_settings where name = $1', [LEASE_SETTING]);
});
afterEach(() => Promise.all(started.splice(0).map((cleaning) => cleaning.close())));

/** A process that cleans: its tasks, and its statements, the first of which asks for the lease. */
function start(task: () => Promise<void> = () => Promise.resolve()) {
  const done = vi.fn(task);
  const statements: string[] = [];
  const counting: Database = {
    ...opened,
    query(text, params) {
      statements.push(text);
      return opened.query(text, params);
    },
  };
  const log = (line: object) => lines.push(line);
  const cleaning = startCleaning({ database: counting, now, log, tasks: [done] });
  started.push(cleaning);
  return { done, statements, close: () => cleaning.close() };
}

/** Ends a process. @returns whether it has begun to clean before that */
async function hasBegun({ statements, close }: ReturnType<typeof start>): Promise<boolean> {
  await close();
  return statements.length > 1;
}

describe('startCleaning', () => {
  it('leaves it to the process that was first, for half an hour, and then to any', async () => {
    const first = start();
    await until(() => expect(first.done).toHaveBeenCalledOnce());
    time += 30 * MINUTE;
    expect(await hasBegun(start())).toBe(false);
    time += 1;
    const third = start();
    await until(() => expect(third.done).toHaveBeenCalledOnce());
  });

  it('lets one of several that start at once have it', async () => {
    const begun = await Promise.all(Array.from({ length: 4 }, () => hasBegun(start())));
    expect(begun.filter(Boolean)).toHaveLength(1);
  });

  it('is taken over from a process that ended amid its work', async () => {
    let end: () => void = () => undefined;
    const dead = start(() => new Promise((resolve) => (end = resolve)));
    await until(() => expect(dead.done).toHaveBeenCalledOnce());
    time += 30 * MINUTE + 1;
    expect(await hasBegun(start())).toBe(true);
    end();
  });

  it('logs what fails, and goes on in the next hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const cleaning = start(() => Promise.reject(new Error('away: classified')));
    await until(() => expect(lines).toHaveLength(1));
    time += 60 * MINUTE;
    vi.advanceTimersByTime(60 * MINUTE);
    vi.useRealTimers();
    await until(() => expect(lines).toHaveLength(2));
    expect(cleaning.done).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(lines)).not.toContain('classified');
  });

  it('removes the batches of links from an hour ago and before, but never the last one', async () => {
    const { number: before } = await readLastBatch(opened);
    const made: number[] = [];
    const ids: string[] = [];
    for (const minutes of [61, 59, 61]) {
      await opened.transaction((statements) => recordBatch(statements, ['0123456789abcdef']));
      const { number, id } = await readLastBatch(opened);
      made.push(number);
      ids.push(id);
      await database.query('update pps_batches set made_at = $2 where id = $1', [
        id,
        new Date(time - minutes * MINUTE).toISOString(),
      ]);
    }
    expect(await hasBegun(start())).toBe(true);
    const left = await readBatches(opened, before + 1);
    expect(left.map(({ number }) => number)).toEqual(made.slice(1));
    const { rows } = await database.query<{ batch: string }>('select batch from pps_changed_links');
    const kept = new Set(rows.map(({ batch }) => batch));
    expect(ids.map((id) => kept.has(id))).toEqual([false, true, true]);
  });
});

describe('createLedger: forgetPast', () => {
  const DAY = 24 * 60 * MINUTE;

  it('forgets what ended 90 days ago, by pages, and keeps the links and who has the address', async () => {
    const sizes: number[] = [];
    const counted = async () => {
      const { rows } = await database.query<{ count: number }>(
        'select count(*)::integer as count from pps_members',
      );
      return rows[0]!.count;
    };
    const ledger = createLedger({
      database: {
        ...opened,
        async transaction(work) {
          const before = await counted();
          const result = await opened.transaction(work);
          sizes.push(before - (await counted()));
          return result;
        },
      },
      now,
      addressesOf: () => 'typed',
      caughtUp: () => Promise.resolve(),
    });
    const members = Array.from({ length: 1_200 }, (_, index) => ({
      subject: String(index),
      email: `m${index}@example.org`,
      grants: [{ sku: 'sid:a' }],
    }));
    await ledger.stateAll('shop', members, { replace: false, force: false, at: now() });
    const person = `select id from pps_users where email = 'm1@example.org'`;
    await database.query(
      `insert into pps_entitlements (id, user_id, sku, origin, version, hash, ends_at)
       values ('e1', (${person}), 'sid:a', 'EXTERNAL', 1, '0123456789abcdef', '9999-12-31T23:59:59.999Z')`,
    );
    await ledger.stateAll('shop', members.slice(0, 1), { replace: true, force: true, at: now() });
    const users = await database.query(`select id, email from pps_users order by id`);
    const links = await database.query<{ ends_at: Date }>(`select * from pps_entitlements`);
    expect(Number(links.rows[0]!.ends_at)).toBeLessThanOrEqual(time);

    time += 90 * DAY;
    await ledger.forgetPast();
    expect(await counted()).toBe(1_200);
    time += 1;
    sizes.length = 0;
    await ledger.forgetPast();
    expect(sizes).toEqual([500, 500, 199]);
    expect((await ledger.members({ limit: 10 })).map(({ subject }) => subject)).toEqual(['0']);
    expect((await database.query(`select id, email from pps_users order by id`)).rows).toEqual(
      users.rows,
    );
    expect((await database.query(`select * from pps_entitlements`)).rows).toEqual(links.rows);
    for (const table of ['pps_grants', 'pps_member_users'])
      expect((await database.query(`select * from ${table}`)).rows).toHaveLength(1);
  });
});
