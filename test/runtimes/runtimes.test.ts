/**
 * Runs every case of `cases.js` on the built package in each runtime that npm can install. One
 * that cannot be downloaded is skipped, and the summary of `npm test` says so.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { npm } from '../../scripts/setup.mjs';
import { cases } from './cases.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = 'test/runtimes/main.js';

interface Runtime {
  name: string;
  /** The npm package that holds it, with its version; none for the runtime of this very test. */
  pinned?: string;
  /** The command that runs the cases. */
  command: string[];
}

const runtimes: Runtime[] = [
  { name: 'This Node', command: [process.execPath, main] },
  // The oldest Node that the package supports, and the last of each line that is kept up.
  ...['20.19.0', '22.23.3', '24.21.0'].map((version) => ({
    name: `Node ${version}`,
    pinned: `node@${version}`,
    command: ['node', main],
  })),
  { name: 'Bun', pinned: 'bun@1.4.5', command: ['bun', main] },
  { name: 'Deno', pinned: 'deno@2.9.6', command: ['deno', 'run', '--allow-env', main] },
  {
    name: 'workerd',
    pinned: 'workerd@1.20261117.1',
    command: ['workerd', 'test', 'test/runtimes/workerd.capnp'],
  },
];

/** Runs a command, of an npm package that is downloaded if npm's cache lacks it. */
async function run(command: string[], pinned?: string): Promise<string> {
  const retry = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--prefer-offline'];
  const { shell, ...npx } = npm('exec', '--yes', ...retry, `--package=${pinned}`, '--', ...command);
  const [program, args] = pinned ? [npx.command, npx.args] : [process.execPath, command.slice(1)];
  const options = { cwd: root, shell: pinned !== undefined && shell, timeout: 110_000 };
  return (await promisify(execFile)(program, args, options)).stdout;
}

/** workerd knows no packages: it gets one file. */
function bundleForWorkerd() {
  return build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: {
      alias: [{ find: /^private-podcast-subscribe\/([a-z]+)$/, replacement: `${root}dist/$1.js` }],
      conditions: ['workerd', 'browser', 'import', 'default'],
    },
    build: {
      outDir: '.cache/runtimes',
      minify: false,
      lib: { entry: 'test/runtimes/worker.js', formats: ['es'], fileName: () => 'worker.js' },
    },
  });
}

const isThere = await Promise.all(
  runtimes.map(({ pinned, command: [program = ''] }) =>
    run([program, '--version'], pinned).then(
      () => true,
      () => false,
    ),
  ),
);

describe.each(runtimes.map((runtime, at) => ({ ...runtime, isMissing: !isThere[at] })))(
  '$name',
  ({ name, pinned, command, isMissing }) => {
    const reason = isMissing ? ` (skipped: ${pinned} could not be downloaded)` : '';
    const messages = new Map<string, string | undefined>();

    beforeAll(async () => {
      if (isMissing) return;
      if (name === 'workerd') await bundleForWorkerd();
      for (const line of (await run(command, pinned)).trim().split('\n')) {
        const result = JSON.parse(line) as { name: string; message?: string };
        messages.set(result.name, result.message);
      }
    });

    it.skipIf(isMissing).each(Object.keys(cases))(`%s${reason}`, (what) => {
      expect([...messages.keys()]).toContain(what);
      expect(messages.get(what)).toBeUndefined();
    });
  },
);
