/** Programs that the parts of `npm run test:all` need: found, or installed on Debian. */
import { describe } from 'vitest';
import { installWithApt, onPath } from '../../../scripts/browsers.mjs';

/**
 * Whether a program is there, after an attempt to install its package.
 * @param packageName of Debian.
 */
export function ensureProgram(program: string, packageName = program): boolean {
  if (!onPath([program])) installWithApt([packageName]);
  return onPath([program]) !== undefined;
}

/** A `describe` for tests that need a program; skipped, with the reason, if it cannot be had. */
export function describeWith(
  program: string,
  packageName: string,
  name: string,
  suite: () => void,
): void {
  if (ensureProgram(program, packageName)) describe(name, suite);
  else describe.skip(`${name} (skipped: ${program} is not installed)`, suite);
}
