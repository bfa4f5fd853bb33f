/**
 * Builds the packages: `dist`, the entry points module for module, their declarations, and the
 * script-tag build; and the `dist` of `packages/service` and `packages/conformance`. The hash of the sources is taken first,
 * so that a file saved meanwhile is built again.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { writeCommonJs } from './commonjs.mjs';
import { writeIntegrity } from './embed/integrity.mjs';
import { hashOfBuildInputs, root, stampBuild } from './setup.mjs';

// A test runner may have set another value, which would ship Lit's development build.
process.env.NODE_ENV = 'production';

const hash = hashOfBuildInputs();

await build({ root, logLevel: 'warn' });
await build({ root, logLevel: 'warn', mode: 'server' });
await build({ root, logLevel: 'warn', mode: 'embed' });
await build({ root, logLevel: 'warn', mode: 'single' });
writeIntegrity();
await build({ root, logLevel: 'warn', mode: 'conformance' });
await build({ root, logLevel: 'warn', mode: 'service' });
const sounds = 'service/notices/sounds';
cpSync(join(root, 'src', sounds), join(root, 'packages/service/dist', sounds), { recursive: true });
// The show that its `demo` plays is the repository's own demo's.
for (const part of ['feed.xml', 'media']) {
  const to = join(root, 'packages/service/dist/service/demo/show', part);
  cpSync(join(root, 'demo/show', part), to, { recursive: true });
}
// It serves the element too.
cpSync(join(root, 'dist/embed'), join(root, 'packages/service/dist/embed'), { recursive: true });

for (const config of ['build', 'build-service']) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', join(root, `tsconfig/${config}.json`)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

for (const folder of [root, join(root, 'packages/service')]) await writeCommonJs(folder);

for (const file of [
  'dist/publisher/cli.js',
  'packages/service/dist/service/cli.js',
  'packages/conformance/dist/conformance/cli.js',
]) {
  chmodSync(join(root, file), 0o755);
}
stampBuild(hash);
