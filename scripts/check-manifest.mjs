/** Fails where the committed `custom-elements.json` is not what the element's comments say now. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const cem = join(root, 'node_modules/@custom-elements-manifest/analyzer/cem.js');
const { status } = spawnSync(process.execPath, [cem, 'analyze', '--quiet', '--outdir', '.cache'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);

const fresh = readFileSync(join(root, '.cache/custom-elements.json'), 'utf8');
const committed = readFileSync(join(root, 'custom-elements.json'), 'utf8');

if (!fresh.includes('"tagName": "private-podcast-subscribe"')) {
  console.error('The analyzer did not find <private-podcast-subscribe>.');
  process.exit(1);
}
if (fresh !== committed) {
  console.error('custom-elements.json is stale: run `npm run manifest` and commit it.');
  process.exit(1);
}
console.log('custom-elements.json is up to date');
