import { expect, it } from 'vitest';
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
