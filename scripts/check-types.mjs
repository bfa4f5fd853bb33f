/** Type-checks every folder under the libraries that it may use, and then everything together. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './setup.mjs';

const projects = [
  'tsconfig/core.json',
  'tsconfig/components.json',
  'tsconfig/service.json',
  'tsconfig.json',
];

const failed = projects.filter((project) => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', join(root, project), '--noEmit'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  console.log(`${project}: ${status === 0 ? 'no errors' : 'errors, see above'}`);
  return status !== 0;
});
process.exit(failed.length > 0 ? 1 : 0);
