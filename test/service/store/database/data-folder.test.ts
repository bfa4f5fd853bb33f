/** The data folder: one process at a time, for its owner only, and clear errors if it cannot be written to. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../../../../src/service/store/database/data-folder.js';
import { failureOf } from '../../../support/feed-service/backend.js';
import { useInstalledService } from '../../../support/feed-service/for-file.js';

const service = await useInstalledService();

/** Milliseconds: each service starts an embedded Postgres. */
const toStart = 120_000;

const dataDir = join(service.folder, 'data');
afterEach(async () => {
  service.killAll();
  await chmod(dataDir, 0o700).catch(() => undefined);
  await rm(dataDir, { recursive: true, force: true });
});

const args = ['--catalogue', 'catalogue.json', '--data', 'data', '--port', '0'];
const isRoot = process.getuid?.() === 0;

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.map((entry) => join(folder, entry));
}

describe('openDataFolder: the lock', () => {
  it('is exclusive, names its owner, and ends with the process', { timeout: toStart }, async () => {
    const first = service.start(args);
    await first.ready;
    const second = await service.run(args);
    expect(second.code).toBe(1);
    expect(second.output).toBe('');
    expect(second.errors).toMatch(
      new RegExp(`The data folder data is in use by process ${first.program.pid} on .+, since `),
    );
    const backup = await service.run(['backup', '--data', 'data', '--file', 'backup.jsonl']);
    expect(backup.code).toBe(1);
    expect(backup.errors).toContain(`in use by process ${first.program.pid}`);
    await rm(join(dataDir, 'lock'));
    const withoutLock = await service.run(args);
    expect(withoutLock).toMatchObject({ code: 1, output: '' });
    expect(withoutLock.errors).toContain('The data folder data is in use by another process.');
    first.program.kill('SIGKILL');
    await first.ended;
    await (await openDataFolder(dataDir)).close();
  });

  it('holds within one process too, until it is closed', async () => {
    const folder = await openDataFolder(dataDir);
    const { code, message } = await failureOf(openDataFolder(dataDir));
    expect(code).toBe('config');
    expect(message).toContain(`in use by process ${process.pid}`);
    await folder.close();
    await (await openDataFolder(dataDir)).close();
  });

  it('holds the folder, also for whoever removes or replaces its file', async () => {
    await mkdir(join(dataDir, 'database'), { recursive: true });
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '17\n');
    const folder = await openDataFolder(dataDir);
    for (const change of [rm, (file: string) => writeFile(`${file}.new`, '')]) {
      const file = join(dataDir, 'lock');
      await change(file);
      await rename(`${file}.new`, file).catch(() => undefined);
      const { code, message } = await failureOf(openDataFolder(dataDir));
      expect(code).toBe('config');
      expect(message).toContain('is in use by another process. Stop that service first');
    }
    await folder.close();
    await (await openDataFolder(dataDir)).close();
  });

  it('holds a database that is made once the folder is open', async () => {
    const folder = await openDataFolder(dataDir);
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '17\n');
    await folder.holdDatabase();
    await rm(join(dataDir, 'lock'));
    expect((await failureOf(openDataFolder(dataDir))).code).toBe('config');
    await folder.close();
  });

  it('goes to one of several that ask at the same time', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, () => openDataFolder(dataDir)),
    );
    const opened = attempts.filter((attempt) => attempt.status === 'fulfilled');
    expect(opened).toHaveLength(1);
    await opened[0]!.value.close();
  });
});

describe('openDataFolder: permissions', () => {
  beforeEach(({ skip }) => {
    skip(process.platform === 'win32', 'Windows has other permissions');
  });

  it('are the owner’s only, even in an existing folder', { timeout: toStart }, async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o755);
    await service.start(args).ready;
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const files = await filesUnder(dataDir);
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) expect([file, (await stat(file)).mode & 0o077]).toEqual([file, 0]);
  });

  it('are taken from the group alone, too', async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o750);
    await (await openDataFolder(dataDir)).close();
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('are left alone in a folder that users share', async () => {
    await mkdir(dataDir);
    await chmod(dataDir, 0o1777);
    const { code, message } = await failureOf(openDataFolder(dataDir));
    expect(code).toBe('config');
    expect(message).toContain('shared with other users');
    expect((await stat(dataDir)).mode & 0o7777).toBe(0o1777);
  });

  // Root may write to any folder.
  const unprivileged = isRoot ? { uid: 65_534, gid: 65_534 } : {};

  it.each([
    ['read-only', 0o500],
    ["another user's", 0o700],
  ])('cause a clear error if they make it %s', async (_name, mode) => {
    await mkdir(dataDir);
    await chmod(dataDir, mode);
    await chmod(service.folder, 0o755);
    const { code, output, errors } = await service.run(args, unprivileged);
    if (!isRoot && mode === 0o700) return;
    expect(code).toBe(1);
    expect(output).toBe('');
    expect(errors).toContain(
      'The data folder data cannot be opened (EACCES). Give a folder that this user owns and may write to.',
    );
    expect(await readdir(dataDir)).toEqual([]);
  });
});

/** True if a small file system can be mounted, in a namespace that ends with the process. */
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt']).status ===
    0;

describe.skipIf(!canMount)(
  `openDataFolder: a full disk${canMount ? '' : ' (skipped: no file system can be mounted here)'}`,
  () => {
    it('causes a clear error at the start', { timeout: toStart }, async () => {
      await mkdir(dataDir);
      const command = [
        'mount -t tmpfs -o size=8m,mode=700 tmpfs data',
        `exec "$0" dist/service/cli.js ${args.join(' ')}`,
      ].join(' && ');
      const { status, stdout, stderr } = spawnSync(
        'unshare',
        ['-rm', 'sh', '-c', command, process.execPath],
        { cwd: service.folder, timeout: toStart },
      );
      expect(stderr.toString()).toContain('cannot be opened. Check the free disk space');
      expect(stdout.toString()).toBe('');
      expect(status).toBe(1);
    });
  },
);

it.skipIf(process.platform !== 'linux')(
  'openDataFolder refuses a place where no folder can be',
  async () => {
    for (const [folder, code] of [
      ['/proc/podcast', 'ENOENT'],
      ['/proc/podcast/a/b', 'ENOENT'],
      ['/dev/null/podcast', 'ENOTDIR'],
    ] as const) {
      expect((await failureOf(openDataFolder(folder))).message).toBe(
        `The data folder ${folder} cannot be opened (${code}). Give a folder that this user owns and may write to.`,
      );
    }
  },
);

it('openDataFolder makes the folders above, for its owner alone', async () => {
  const deep = join(dataDir, 'a', 'b');
  const all = await Promise.allSettled([openDataFolder(deep), openDataFolder(deep)]);
  for (const each of all) if (each.status === 'fulfilled') await each.value.close();
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const made of [dataDir, join(dataDir, 'a'), deep])
    expect((await stat(made)).mode & 0o777).toBe(0o700);
});

it('openDataFolder refuses a file', async () => {
  await writeFile(dataDir, '');
  expect((await failureOf(openDataFolder(dataDir))).code).toBe('config');
});
