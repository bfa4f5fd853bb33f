/** The committed custom elements manifest says what the element's comments say. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('custom-elements.json is what `npm run manifest` writes', async () => {
  const cem = join(root, 'node_modules/@custom-elements-manifest/analyzer/cem.js');
  const args = [cem, 'analyze', '--quiet', '--outdir', '.cache'];
  await promisify(execFile)(process.execPath, args, { cwd: root });
  const [written, committed] = await Promise.all(
    ['.cache', '.'].map((folder) => readFile(join(root, folder, 'custom-elements.json'), 'utf8')),
  );
  expect(committed, 'Run `npm run manifest` and commit the file.').toBe(written);
  expect(committed).toContain('"tagName": "private-podcast-subscribe"');
});
