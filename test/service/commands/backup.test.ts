/** A backup that a command makes of a data folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { backup } from '../../../src/service/commands/backup.js';
import { openDatabase } from '../../../src/service/store/database/open-database.js';
import { createLastBackup } from '../../../src/service/store/last-backup.js';

it('backup is noted once it is complete, and not if it breaks off', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pps-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  const change = async (sql: string) => {
    const database = await openDatabase({ dataDir });
    await database.query(sql, []);
    const noted = await createLastBackup(database)();
    await database.close();
    return noted;
  };
  const run = () => backup.run(['--data', dataDir, '--file', join(folder, 'backup.jsonl')]);
  await change('alter table pps_connections rename to away');
  await expect(run()).rejects.toThrow();
  expect(await change('alter table away rename to pps_connections')).toBeUndefined();
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  await run();
  expect(said).toHaveBeenCalledWith(expect.stringContaining('backup.jsonl'));
  expect(await change('select 1')).toBeInstanceOf(Date);
});
