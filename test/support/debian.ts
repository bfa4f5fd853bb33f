/** Programs of Debian that tests need: found, or installed where that is possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/**
 * Whether a program is there, after an attempt to install its package.
 * @param packageName of Debian.
 */
export function ensureProgram(program: string, packageName: string): boolean {
  if (isInstalled(program)) return true;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  // Another test may be installing something.
  const args = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=300', '--no-install-recommends'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', [...args, 'install', packageName], { env, timeout: 300_000 });
  return isInstalled(program);
}
