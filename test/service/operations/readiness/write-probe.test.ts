import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWriteProbe } from '../../../../src/service/operations/readiness/write-probe.js';
import {
  observe,
  type OpenDatabase,
  type Statements,
} from '../../../../src/service/store/database/database.js';

const coded = (code: string) => Object.assign(new Error(code), { code });
const full = coded('53100');
const PAUSE_MS = 2_000;

/** A probe of a database that fails, is read-only, or holds a write up as a test says. */
function open() {
  const state = {
    isReadOnly: false,
    failure: undefined as Error | undefined,
    /** Runs while the probe writes. */
    meanwhile: (): Promise<void> => Promise.resolve(),
  };
  const lines: object[] = [];
  let writes = 0;
  const statements: Statements = {
    async query(text) {
      if (text.startsWith('show'))
        return { rows: [{ transaction_read_only: state.isReadOnly ? 'on' : 'off' }] };
      if (text.startsWith('insert into pps_settings')) {
        writes += 1;
        await state.meanwhile();
      }
      if (state.failure) throw state.failure;
      return { rows: [] };
    },
  };
  const database = {
    ...statements,
    transaction: (work: (inside: Statements) => Promise<unknown>) => work(statements),
  } as OpenDatabase;
  const probe = createWriteProbe(database, (line) => lines.push(line));
  const watched = observe(database, {
    onError(error) {
      probe.note(error);
      return error;
    },
  });
  return {
    state,
    lines,
    check: () => probe.check(),
    writes: () => writes,
    /** A member's write that is refused. */
    async refuse(failure = full) {
      state.failure = failure;
      const write = watched.transaction((inside) => inside.query('update'));
      await expect(write).rejects.toBe(failure);
      state.failure = undefined;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

describe('createWriteProbe', () => {
  it('writes nothing while no write was refused', async () => {
    const probe = open();
    for (let asked = 0; asked < 20; asked += 1) {
      vi.advanceTimersByTime(60_000);
      expect(await probe.check()).toBe('writable');
    }
    await probe.refuse(coded('23505'));
    expect(await probe.check()).toBe('writable');
    expect([probe.writes(), probe.lines]).toEqual([0, []]);
  });

  it('tries a write every two seconds after one was refused, until one goes through', async () => {
    const probe = open();
    await probe.refuse();
    probe.state.failure = full;
    for (const [passes, tried] of [
      [0, 1],
      [PAUSE_MS - 1, 1],
      [1, 2],
      [PAUSE_MS, 3],
    ] as const) {
      vi.advanceTimersByTime(passes);
      expect(await probe.check()).toBe('refused');
      expect(probe.writes()).toBe(tried);
    }
    probe.state.failure = undefined;
    vi.advanceTimersByTime(PAUSE_MS);
    for (const tried of [4, 4]) {
      expect(await probe.check()).toBe('writable');
      expect(probe.writes()).toBe(tried);
    }
    expect(probe.lines).toEqual([
      expect.objectContaining({ code: '53100' }),
      { database: 'writable again' },
    ]);
    // The next one that is refused is believed at once.
    await probe.refuse();
    probe.state.failure = full;
    expect(await probe.check()).toBe('refused');
  });

  it('tries again if a write was refused while its own went through', async () => {
    const probe = open();
    await probe.refuse();
    probe.state.meanwhile = () => probe.refuse();
    expect(await probe.check()).toBe('writable');
    probe.state.meanwhile = () => Promise.resolve();
    expect(await probe.check()).toBe('writable');
    expect(probe.writes()).toBe(2);
  });

  it('sees without a write that a database is read-only, and when it no longer is', async () => {
    const probe = open();
    probe.state.isReadOnly = true;
    expect([await probe.check(), await probe.check()]).toEqual(['refused', 'refused']);
    expect(probe.writes()).toBe(0);
    probe.state.isReadOnly = false;
    expect(await probe.check()).toBe('writable');
    expect(probe.lines).toEqual([
      expect.objectContaining({ code: '25006' }),
      { database: 'writable again' },
    ]);
  });

  it('calls a database silent that gives no answer, and takes no write for refused', async () => {
    const probe = open();
    await probe.refuse();
    probe.state.failure = coded('ECONNREFUSED');
    expect(await probe.check()).toBe('silent');
    expect(probe.lines).toEqual([]);
  });
});
