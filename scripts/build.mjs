/**
 * Builds `dist`: the entry points module for module, their declarations, and the script-tag
 * build. The hash of the sources is taken first, so that a file saved meanwhile is built again.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { writeIntegrity } from './embed/integrity.mjs';
import { hashOfBuildInputs, root, stampBuild } from './setup.mjs';

// Whatever runs the build, a test runner too: Lit's development build is not for shipping.
process.env.NODE_ENV = 'production';

const hash = hashOfBuildInputs();

await build({ root, logLevel: 'warn' });
await build({ root, logLevel: 'warn', mode: 'server' });
await build({ root, logLevel: 'warn', mode: 'embed' });
await build({ root, logLevel: 'warn', mode: 'single' });
writeIntegrity();

const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig/build.json')],
  { stdio: 'inherit' },
);
if (status !== 0) process.exit(1);

for (const part of ['service', 'publisher']) chmodSync(join(root, `dist/${part}/cli.js`), 0o755);
stampBuild(hash);
