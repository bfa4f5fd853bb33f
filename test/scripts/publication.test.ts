/** The place that the three packages are published from is filled in at once, and nothing is published without it. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { folders, faultsOf, readManifests, writePlace } from '../../scripts/publication.mjs';
import { packageFolders, root } from '../docs/documents.js';

const page = 'https://git.example/owner/name';

/** A checkout that has only the manifests. */
async function copyOfManifests(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'publication-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  for (const folder of folders) {
    await mkdir(join(copy, folder), { recursive: true });
    const manifest = await readFile(join(root, folder, 'package.json'), 'utf8');
    await writeFile(join(copy, folder, 'package.json'), manifest);
  }
  return copy;
}

it('knows every package', () => {
  expect([...folders].sort()).toEqual([...packageFolders].sort());
});

it.each([page, `${page}/`, `${page}.git`])('is written into all packages: %s', async (url) => {
  const copy = await copyOfManifests();
  const before = readManifests(copy);
  writePlace(copy, url);
  const after = readManifests(copy);
  expect(faultsOf(after)).toEqual([]);
  expect(after).toEqual(
    before.map((manifest, index) => ({
      ...manifest,
      homepage: `${page}#readme`,
      bugs: { url: `${page}/issues` },
      repository: {
        type: 'git',
        url: `git+${page}.git`,
        ...(index > 0 && { directory: folders[index] }),
      },
    })),
  );
  writePlace(copy, url);
  expect(readManifests(copy)).toEqual(after);
});

it('is missing as long as one package lacks it, or has another', async () => {
  const copy = await copyOfManifests();
  writePlace(copy, page);
  const [first, second, third] = readManifests(copy);
  const incomplete = { ...second!, bugs: undefined };
  expect(faultsOf([first!, incomplete, third!])).toEqual(['private-podcast-service has no bugs.']);
  const moved = { ...third!, homepage: 'https://other.example' };
  expect(faultsOf([first!, second!, moved])).toEqual([
    'private-podcast-conformance has another place or version.',
  ]);
  expect(faultsOf([first!, { ...second!, version: '9.9.9' }, third!])).toHaveLength(1);
});

it.each(folders)('is asked for before %s is published', async (folder) => {
  const { scripts } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const program = folder === '.' ? 'scripts/publication.mjs' : '../../scripts/publication.mjs';
  expect(scripts.prepublishOnly).toMatch(
    new RegExp(`^node ${program.replaceAll('.', '\\.')}(?: |$)`),
  );
});
