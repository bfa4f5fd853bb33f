/** The files in packages/service/deploy that no other test runs: the systemd units and the Dockerfile. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeWith } from '../support/programs/debian.js';
import { installService } from '../support/feed-service/installed-service.js';
import { until } from '../support/waiting/until.js';

const deploy = fileURLToPath(new URL('../../packages/service/deploy/', import.meta.url));
const units = readdirSync(deploy).filter((file) => /\.(service|timer)$/.test(file));
/** Milliseconds: services start an embedded Postgres. */
const TIMEOUT_MS = 180_000;

describeWith('systemd-analyze', 'systemd', 'the systemd units', () => {
  it.each(units)('pass systemd-analyze verify: %s', (unit) => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', join(deploy, unit)], {
      encoding: 'utf8',
    });
    // It may report only things that this machine lacks: the user, the program, other units.
    const faults = stderr.split('\n').filter((line) => line.includes('private-podcast'));
    expect(faults.filter((line) => !/not executable|No such file/.test(line))).toEqual([]);
  });

  it.each(units.filter((unit) => unit.endsWith('.service')))(
    'protect the system and hold no secret: %s',
    async (name) => {
      const unit = await readFile(join(deploy, name), 'utf8');
      expect(unit).toMatch(/^ProtectSystem=strict$/m);
      expect(unit).toMatch(/^UMask=0077$/m);
      expect(unit).not.toMatch(/Secret=|PPS_|PASSWORD/);
    },
  );

  it('allow a graceful stop', async () => {
    const unit = await readFile(join(deploy, 'private-podcast.service'), 'utf8');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(10);
  });
});

describe('the Dockerfile', { timeout: TIMEOUT_MS }, () => {
  /** Its lines, without comments. */
  const steps = async () =>
    (await readFile(join(deploy, 'Dockerfile'), 'utf8'))
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));

  it('installs the service, does not run as root, and holds no secret', async () => {
    const lines = await steps();
    expect(lines.join('\n')).toMatch(/npm install (--\S+ )*private-podcast-service$/m);
    expect(lines.findIndex((line) => line === 'USER node')).toBeGreaterThan(0);
    expect(lines.join('\n')).not.toMatch(/SECRET|PASSWORD/);
  });

  const isRoot = process.getuid?.() === 0;
  const reason = isRoot ? '' : ' (skipped: only root can become another user)';
  it.runIf(isRoot)(
    `starts as another user, who may write to the data folder alone${reason}`,
    async () => {
      const image = await installService();
      try {
        const data = join(image.folder, 'data');
        const lines = await steps();
        const entry = lines.find((line) => line.startsWith('ENTRYPOINT'))!;
        const [, , ...args] = JSON.parse(entry.replace('ENTRYPOINT ', '')) as string[];
        const options = lines.find((line) => line.startsWith('ENV PPS_'))!.replace('ENV ', '');
        const env = Object.fromEntries(
          options
            .split(' ')
            .map((option) => option.replace('/catalogue/', `${image.folder}/`).split('=')),
        ) as Record<string, string>;
        expect(env.PPS_HOST).toBe('0.0.0.0');
        await chmod(image.folder, 0o755);
        execFileSync('install', ['-d', '-o', '65534', '-g', '65534', '-m', '700', data]);
        const running = image.start([...args, '--data', data, '--port', '0'], {
          uid: 65_534,
          gid: 65_534,
          env: { ...process.env, ...env, HOME: '/nonexistent' },
        });
        const url = new URL(await running.ready);
        url.hostname = '127.0.0.1';
        // On a busy machine the database may take longer than a check waits.
        await until(async () => expect((await fetch(new URL('/ready', url))).status).toBe(200));
        expect(running.errors()).not.toContain('"error"');
      } finally {
        image.killAll();
        await image.remove();
      }
    },
  );
});
