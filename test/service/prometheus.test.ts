/** The alert rules, read and tried by Prometheus's own tool. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describeWith } from '../support/programs/debian.js';

const rules = fileURLToPath(new URL('../../packages/service/deploy/alerts.yaml', import.meta.url));

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return stdout;
}

describeWith('promtool', 'prometheus', 'the alert rules', () => {
  it('pass promtool check rules', () => {
    expect(promtool('check', 'rules', rules)).toMatch(/SUCCESS: \d+ rules found/);
  });

  it('say of each day what happened on it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pps-rules-'));
    const days = await readFile(new URL('prometheus.yaml', import.meta.url), 'utf8');
    const file = join(folder, 'days.yaml');
    await writeFile(file, days.replace('RULES', JSON.stringify(rules)));
    promtool('test', 'rules', file);
    await rm(folder, { recursive: true });
  });
});
