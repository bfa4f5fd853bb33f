/** Browsers are looked for in one order, and got where there are none. */
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureBrowsers, findChromium, findFirefox, hasCodecs } from '../../scripts/browsers.mjs';

let folder: string;

async function program(path: string, code = ''): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${code}\n`);
  await chmod(file, 0o755);
  return file;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browsers-'));
  vi.stubEnv('CHROME_PATH', '');
  vi.stubEnv('FIREFOX_PATH', '');
  vi.stubEnv('PATH', [join(folder, 'empty'), join(folder, 'bin')].join(delimiter));
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(folder, 'playwright'));
  vi.spyOn(console, 'log').mockReturnValue();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

describe('findChromium', () => {
  it('prefers the browser that CHROME_PATH names', async () => {
    await program('bin/chromium');
    const named = await program('elsewhere/my-chrome');
    vi.stubEnv('CHROME_PATH', named);
    expect(findChromium()).toBe(named);
  });

  it('throws if CHROME_PATH names nothing', () => {
    vi.stubEnv('CHROME_PATH', join(folder, 'nothing'));
    expect(() => findChromium()).toThrow(/CHROME_PATH/);
  });

  it('finds a browser on the PATH before the cache', async ({ skip }) => {
    skip(process.platform === 'win32', 'a test’s program is a shell script');
    await program('playwright/chromium-1200/chrome-linux/chrome');
    const installed = await program('bin/google-chrome');
    expect(findChromium()).toBe(installed);
  });
});

/** The tests below need a machine that has no browser in the usual folders either. */
const bare = () => findChromium() === undefined && findFirefox() === undefined;

describe('ensureBrowsers: a machine without a browser', () => {
  it('takes the newest browser of Playwright’s cache', async ({ skip }) => {
    if (!bare()) skip('this machine has a browser in a usual folder');
    await program('playwright/chromium-1100/chrome-linux/chrome');
    const newest = await program('playwright/chromium-1200/chrome-linux64/chrome');
    await program('playwright/firefox-1500/chrome-linux/chrome');
    expect(findChromium()).toBe(newest);
  });

  const isDebianRoot =
    process.getuid?.() === 0 &&
    existsSync('/etc/os-release') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

  const reason = isDebianRoot ? '' : ' (skipped: only root installs packages, on Debian)';
  describe.skipIf(!isDebianRoot)(`as root on Debian${reason}`, () => {
    beforeEach(async () => {
      await mkdir(join(folder, 'bin'), { recursive: true });
      await symlink('/usr/bin/env', join(folder, 'bin/env'));
    });

    it('installs missing browsers and their codecs with apt-get, in one go', async ({ skip }) => {
      if (!bare()) skip('this machine has a browser in a usual folder');
      vi.stubEnv('CI', '');
      const codecs = hasCodecs() ? '' : ' gstreamer1.0-libav';
      await program(
        'bin/apt-get',
        `echo "$DEBIAN_FRONTEND $*" >> '${folder}/asked'
         case "$*" in *install*) : > '${folder}/bin/chromium'; : > '${folder}/bin/firefox-esr';; esac`,
      );
      expect(ensureBrowsers({ firefox: true })).toEqual({
        chromium: join(folder, 'bin/chromium'),
        firefox: join(folder, 'bin/firefox-esr'),
        missing: [],
      });
      expect(readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')).toEqual([
        'noninteractive -qq -o DPkg::Lock::Timeout=300 update',
        `noninteractive -qq -o DPkg::Lock::Timeout=300 -y --no-install-recommends install chromium firefox-esr${codecs}`,
      ]);
    });

    it('leaves out an engine that cannot be installed, but throws in CI', async ({ skip }) => {
      if (!bare()) skip('this machine has a browser in a usual folder');
      vi.spyOn(console, 'error').mockReturnValue();
      const chromium = await program('bin/chromium');
      await program('bin/apt-get', 'exit 1');
      vi.stubEnv('CI', '');
      expect(ensureBrowsers({ firefox: true, webkit: true })).toEqual({
        chromium,
        missing: ['Firefox', 'WebKitGTK'],
      });
      vi.stubEnv('CI', 'true');
      expect(() => ensureBrowsers({ firefox: true })).toThrow(/Firefox.*apt-get install/);
    });
  });
});
