/** Node and npm of the release that docs/running.md names, from npm's packages, fetched once and kept. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root } from '../../scripts/setup.mjs';

const RELEASE = 24;

/** @returns a folder with `bin/node` and the package `npm` */
export function ensureNode(): string {
  const folder = join(root, `.cache/bare-debian/node-${RELEASE}`);
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(join(part, 'bin'), { recursive: true });
  const name = `node-linux-${process.arch}`;
  const { command, args } = npm(
    ...['install', '--no-save', '--no-audit', '--no-fund', '--prefix', part],
    ...[`${name}@${RELEASE}`, 'npm@11'],
  );
  execFileSync(command, args, { stdio: 'ignore' });
  renameSync(join(part, 'node_modules', name, 'bin/node'), join(part, 'bin/node'));
  cpSync(join(part, 'node_modules/npm'), join(part, 'npm'), { recursive: true });
  rmSync(join(part, 'node_modules'), { recursive: true });
  renameSync(part, folder);
  return folder;
}
