import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/files/make-folder.js';

const lacksProc = existsSync('/proc/self') ? '' : ' (skipped: no /proc)';
const isPosix = process.platform !== 'win32';

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-folder-'));
  await work(folder).finally(() => rm(folder, { recursive: true }));
}

describe('makeFolder', () => {
  it('makes those above it too, each with the mode, and leaves what is there', () =>
    inFolder(async (folder) => {
      const lowest = join(folder, 'one', 'two', 'three');
      await makeFolder(lowest, 0o700);
      await writeFile(join(lowest, 'file'), '');
      await makeFolder(lowest, 0o755);
      expect((await stat(join(lowest, 'file'))).isFile()).toBe(true);
      for (const path of [join(folder, 'one'), lowest])
        if (isPosix) expect((await stat(path)).mode & 0o777).toBe(0o700);
    }));

  it('refuses a path on which a file stands', () =>
    inFolder(async (folder) => {
      const file = join(folder, 'file');
      await writeFile(file, '');
      await expect(makeFolder(file)).rejects.toThrow('EEXIST');
      await expect(makeFolder(join(file, 'below'))).rejects.toThrow('ENOTDIR');
    }));

  it.skipIf(lacksProc)(`ends where nothing can be made${lacksProc}`, async () => {
    await expect(makeFolder('/proc/none')).rejects.toThrow('ENOENT');
    await expect(makeFolder('/proc/none/below')).rejects.toThrow('ENOENT');
  });
});
