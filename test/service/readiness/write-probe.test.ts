import { expect, it, onTestFinished, vi } from 'vitest';
import { createWriteProbe } from '../../../src/service/readiness/write-probe.js';
import type { OpenDatabase } from '../../../src/service/store/database/database.js';

it('createWriteProbe looks again if a write was refused while its own went through', async () => {
  const rows = { rows: [] };
  let writes = 0;
  let pass: () => void = () => undefined;
  const query = (text: string) => {
    if (!text.startsWith('insert')) return Promise.resolve(rows);
    writes += 1;
    return new Promise<typeof rows>((resolve) => (pass = () => resolve(rows)));
  };
  const probe = createWriteProbe({ query }, () => undefined);
  const full = Object.assign(new Error('disk full'), { code: '53100' });
  const watched = probe.watch({ query: () => Promise.reject(full) } as unknown as OpenDatabase);
  const checked = probe.check();
  await expect(watched.query('insert')).rejects.toBe(full);
  pass();
  expect(await checked).toBe('writable');
  const again = probe.check();
  await Promise.resolve();
  expect(writes).toBe(2);
  pass();
  expect(await again).toBe('writable');
});

it('createWriteProbe says once that writes are refused, and once that they go through again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: object[] = [];
  let isFull = true;
  const full = Object.assign(new Error('disk full'), { code: '53100' });
  const query = () => (isFull ? Promise.reject(full) : Promise.resolve({ rows: [] }));
  const probe = createWriteProbe({ query }, (line) => lines.push(line));
  expect(await probe.check()).toBe('refused');
  isFull = false;
  for (let hour = 0; hour < 3; hour += 1) {
    vi.advanceTimersByTime(3_600_000);
    expect(await probe.check()).toBe('writable');
  }
  expect(lines.filter((line) => 'error' in line)).toHaveLength(1);
  expect(lines.filter((line) => 'database' in line)).toEqual([{ database: 'writable again' }]);
});
