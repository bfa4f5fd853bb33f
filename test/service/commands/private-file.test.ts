/** A file of secrets is written where nobody has put a file or a link before. */
import { chmod, lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrivatePodcastError } from '../../../src/errors/private-podcast-error.js';
import { writePrivateFile } from '../../../src/service/commands/private-file.js';
import { failureOf } from '../../support/feed-service/backend.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pps-private-'));
  file = join(folder, 'backup.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

async function* linesOf(...lines: string[]) {
  yield* await Promise.resolve(lines);
}
async function* broken() {
  yield await Promise.resolve('one\n');
  throw new PrivatePodcastError('network', 'It broke off.');
}

describe('writePrivateFile', () => {
  it('writes a file that only its owner may read, in place of one that others may', async () => {
    await writeFile(file, 'old');
    await chmod(file, 0o666);
    await writePrivateFile(file, linesOf('one\n', 'two\n'));
    expect(await readFile(file, 'utf8')).toBe('one\ntwo\n');
    expect((await lstat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['backup.jsonl']);
  });

  it('replaces a link at its name, and leaves alone what that leads to', async () => {
    const other = join(folder, 'other');
    await writeFile(other, 'of somebody else');
    await symlink(other, file);
    await writePrivateFile(file, linesOf('secret'));
    expect(await readFile(other, 'utf8')).toBe('of somebody else');
    expect((await lstat(file)).isFile()).toBe(true);
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['a link', (path) => symlink(join(folder, 'other'), path)],
    ['a link to nothing', (path) => symlink(join(folder, 'absent'), path)],
    ['a file of somebody else', (path) => writeFile(path, 'theirs', { mode: 0o666 })],
  ])('writes nothing into %s at the name that it has until then', async (_name, prepare) => {
    await writeFile(join(folder, 'other'), 'theirs');
    await prepare(`${file}.known.partial`);
    const before = await readdir(folder);
    const error = await failureOf(writePrivateFile(file, linesOf('secret'), () => 'known'));
    expect(error.message).toBe(`The backup cannot be written to ${file} (EEXIST).`);
    expect(await readdir(folder)).toEqual(before);
    for (const name of ['other', 'backup.jsonl.known.partial']) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => '');
      expect(text).not.toContain('secret');
    }
  });

  it('has another name each time until it is complete', async () => {
    const names: string[] = [];
    async function* look() {
      names.push(...(await readdir(folder)));
      yield 'secret';
    }
    await writePrivateFile(file, look());
    await rm(file);
    await writePrivateFile(file, look());
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^backup\.jsonl\.[\da-f]{24}\.partial$/);
  });

  it('leaves nothing if what it writes breaks off, and keeps the file from before', async () => {
    await writePrivateFile(file, linesOf('from before'));
    expect((await failureOf(writePrivateFile(file, broken()))).code).toBe('network');
    expect(await readdir(folder)).toEqual(['backup.jsonl']);
    expect(await readFile(file, 'utf8')).toBe('from before');
  });
});
