/** Nobody publishes a page whose pictures and links lead nowhere. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/check-publication.mjs', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'publication-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function check(manifest: object) {
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  return spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
}

describe('check-publication', () => {
  it('refuses a package that names no repository, and says how to set it', async () => {
    const { status, stderr } = await check({ homepage: 'https://project.example' });
    expect(status).toBe(1);
    expect(stderr).toContain('has no repository, bugs');
    expect(stderr).toContain('npm pkg set repository=URL');
    expect(stderr).not.toContain('set homepage');
  });

  it('accepts a package that names everything', async () => {
    const url = 'https://project.example';
    expect((await check({ repository: url, homepage: url, bugs: url })).status).toBe(0);
  });
});
