/**
 * Finds what the tests with a screen reader need, or installs it with `apt-get` on Debian: Orca
 * and Firefox, and the desktop that both run on. Node's built-ins only, as in `browsers.mjs`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findFirefox, installWithApt, onPath } from './browsers.mjs';

/** Where D-Bus finds the launcher of the accessibility bus. */
const atSpiLauncher = '/usr/libexec/at-spi-bus-launcher';

/** @type {Record<string, () => boolean>} Debian's packages, and whether each is there. */
const packages = {
  orca: () => isProgram('orca'),
  'at-spi2-core': () => existsSync(atSpiLauncher),
  dbus: () => isProgram('dbus-daemon') && isProgram('dbus-send'),
  openbox: () => isProgram('openbox'),
  xdotool: () => isProgram('xdotool'),
  xvfb: () => isProgram('Xvfb'),
  'firefox-esr': () => findFirefox() !== undefined,
};

/** @param {string} name */
const isProgram = (name) => onPath([name]) !== undefined;

const missingPackages = () => Object.keys(packages).filter((name) => !packages[name]?.());

/**
 * Finds or installs the screen reader.
 * @returns {{ firefox: string, atSpiLauncher: string } | { missing: string }} paths that the
 *   tests need, or why they cannot run here
 */
export function ensureScreenReader() {
  if (process.platform !== 'linux') return { missing: 'Orca runs on Linux only' };
  const wanted = missingPackages();
  if (wanted.length > 0) installWithApt(wanted);
  const missing = missingPackages();
  if (missing.length > 0) return { missing: `install ${missing.join(', ')} to run them` };
  // Orca starts once for each user of a machine, whatever the display.
  if (isRunning('orca')) return { missing: 'Orca is running on this machine already' };
  return { firefox: /** @type {string} */ (findFirefox()), atSpiLauncher };
}

/** @param {string} name */
const isRunning = (name) =>
  spawnSync('pgrep', ['-u', String(process.getuid?.()), '-x', name]).status === 0;
