/** The packages for tests with a screen reader are looked for, and named if they cannot be installed. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureScreenReader } from '../../scripts/screen-reader.mjs';

const isLinux = process.platform === 'linux';
describe.skipIf(!isLinux)(
  `ensureScreenReader${isLinux ? '' : ' (skipped: only Linux has Orca)'}`,
  () => {
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'screen-reader-'));
      vi.stubEnv('PATH', folder);
      vi.stubEnv('FIREFOX_PATH', '');
      for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockReturnValue();
    });
    afterEach(async () => {
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
      await rm(folder, { recursive: true });
    });

    /** Puts programs on the `PATH` that do nothing but end with a status. */
    async function programs(names: readonly string[], status = 0): Promise<void> {
      for (const name of names) {
        await writeFile(join(folder, name), `#!/bin/sh\nexit ${status}\n`);
        await chmod(join(folder, name), 0o755);
      }
    }

    it('names the packages that are missing and cannot be installed', async () => {
      await programs(['openbox']);
      const { missing } = ensureScreenReader() as { missing: string };
      expect(missing).toMatch(/^install orca, .*xdotool.* to run them$/);
      expect(missing).not.toContain('openbox');
    });

    const all = ['orca', 'dbus-daemon', 'dbus-send', 'openbox', 'xdotool', 'Xvfb', 'firefox-esr'];

    it('does not stop an Orca that is already running', async ({ skip }) => {
      await programs([...all, 'pgrep']);
      const result = ensureScreenReader();
      if ('missing' in result && result.missing.includes('at-spi2-core'))
        skip('at-spi is not here');
      expect(result).toEqual({ missing: 'Orca is running on this machine already' });
    });

    it('returns the path of Firefox if nothing is missing', async ({ skip }) => {
      await programs(all);
      await programs(['pgrep'], 1);
      const result = ensureScreenReader();
      if ('missing' in result && result.missing.includes('at-spi2-core'))
        skip('at-spi is not here');
      expect(result).toMatchObject({ firefox: join(folder, 'firefox-esr') });
    });
  },
);
