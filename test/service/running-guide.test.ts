/** docs/running.md and the files in packages/service/deploy, followed to the letter as far as a test can. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { show } from '../support/feed-service/backend.js';
import { describeWith } from '../support/programs/debian.js';
import {
  installService,
  type InstalledService,
} from '../support/feed-service/installed-service.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = await readFile(join(root, 'docs/running.md'), 'utf8');

const blocks = [...guide.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({
  language,
  text: text!,
}));
const blocksIn = (language: string) =>
  blocks.filter((block) => block.language === language).map(({ text }) => text);
/** The commands that need neither root nor a network. */
const commands = blocksIn('sh').filter((text) => !/sudo|systemctl|certbot/.test(text));

const site = 'https://www.example.com';
const email = 'jane@example.com';
const sku = 'sid:my-show';
/** Milliseconds: services start an embedded Postgres. */
const TIMEOUT_MS = 180_000;

describeWith('php', 'php-cli', 'docs/running.md', () => {
  let service: InstalledService;
  let url: string;

  /**
   * Runs commands of the guide as a shell in the service's folder, with this build as the package.
   * This process does not wait for them: it would miss that the service closes an idle connection.
   */
  async function sh(text: string): Promise<string> {
    const here = text.replaceAll('--client-id operator', `--client-id operator --url ${url}`);
    const script = `npx() { shift; "${process.execPath}" dist/service/cli.js "$@"; }\n[ -f secrets.env ] && { set -a; . ./secrets.env; set +a; }\n${here}`;
    return (await run('bash', ['-ec', script], { cwd: service.folder })).stdout;
  }

  async function secrets(): Promise<Record<string, string>> {
    const text = await readFile(join(service.folder, 'secrets.env'), 'utf8');
    return Object.fromEntries(
      text.split('\n').flatMap((line) => {
        const [, name, value] = /^(\w+)=(.+)$/.exec(line) ?? [];
        return name && value ? [[name, value]] : [];
      }),
    );
  }

  /** Asks as a page of the site does, with the site's token. */
  async function subscribe(token: string): Promise<Response> {
    return fetch(`${url}/subscribe`, {
      headers: { Authorization: `Bearer ${token}`, Origin: site },
    });
  }

  async function tokenOf(program: string, code: string): Promise<string> {
    const file = join(service.folder, 'token');
    await writeFile(file, code);
    const env = { ...process.env, ...(await secrets()) };
    return (await run(program, [file], { env })).stdout.trim();
  }

  const python = () =>
    tokenOf('python3', `${blocksIn('python')[0]}\nprint(subscribe_token("${email}", "${sku}"))`);

  beforeAll(async () => {
    service = await installService();
    await writeFile(join(service.folder, 'show.xml'), Buffer.from(show, 'latin1'));
  }, TIMEOUT_MS);
  afterAll(async () => {
    service.killAll();
    await service.remove();
  });

  it('leads from an empty folder to a feed, through daily work, to a restored backup', async () => {
    const [makeSecrets, check, grant, file, everyDay, restore, ...rest] = commands;
    expect(rest).toEqual([]);
    await sh(makeSecrets!);
    await writeFile(join(service.folder, 'catalogue.json'), blocksIn('json')[0]!);
    expect(await sh(check!)).toContain('The catalogue is valid.');

    const unit = await readFile(join(root, 'packages/service/deploy/private-podcast.service'), 'utf8');
    const [, options] = /^ExecStart=\S+ \S+cli\.js (.+) --public-url \S+$/m.exec(unit)!;
    const args = [...options!.split(' '), '--port', '0'];
    const running = service.start(args, { env: { ...process.env, ...(await secrets()) } });
    url = await running.ready;
    expect((await fetch(`${url}/ready`)).status).toBe(200);

    const before = await subscribe(await python());
    expect(before.status).toBe(403);
    expect(await sh(grant!)).toContain(email);
    expect(await sh(file!)).toBe('0 added, 0 changed, 1 unchanged, 0 skipped\n');
    const { feedUrl } = (await (await subscribe(await python())).json()) as { feedUrl: string };
    expect(await (await fetch(feedUrl)).text()).toContain('<title>Second</title>');

    const php = `${blocksIn('php')[0]}\necho subscribe_token("${email}", "${sku}");`;
    const answer = await subscribe(await tokenOf('php', php));
    expect(await answer.json()).toMatchObject({ feedUrl });

    await sh(everyDay!);
    expect((await fetch(feedUrl)).status).toBe(404);
    expect((await subscribe(await python())).status).toBe(403);
    await sh(restore!);
    expect(spawnSync('test', ['-d', join(service.folder, 'restored/database')]).status).toBe(0);
  });
});

describeWith('systemd-analyze', 'systemd', 'the systemd unit', () => {
  const path = join(root, 'packages/service/deploy/private-podcast.service');

  it('passes systemd-analyze verify', () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    // It may report only things that this machine lacks: the user, the program, other units.
    const faults = stderr.split('\n').filter((line) => line.includes('private-podcast.service:'));
    expect(faults.filter((line) => !/not executable|No such file/.test(line))).toEqual([]);
  });

  it('allows a graceful stop, protects the system and holds no secret', async () => {
    const unit = await readFile(path, 'utf8');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(10);
    expect(unit).toMatch(/^ProtectSystem=strict$/m);
    expect(unit).toMatch(/^UMask=0077$/m);
    expect(unit).not.toMatch(/Secret=|PPS_/);
  });
});

describe('the Dockerfile', { timeout: TIMEOUT_MS }, () => {
  /** Its lines, without comments. */
  const steps = async () =>
    (await readFile(join(root, 'packages/service/deploy/Dockerfile'), 'utf8'))
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
        const [, , ...args] = (JSON.parse(entry.replace('ENTRYPOINT ', '')) as string[]).map(
          (arg) => arg.replace(/^\/data$/, data).replace(/^\/catalogue\//, `${image.folder}/`),
        );
        await chmod(image.folder, 0o755);
        execFileSync('install', ['-d', '-o', '65534', '-g', '65534', '-m', '700', data]);
        const running = image.start([...args, '--port', '0'], {
          uid: 65_534,
          gid: 65_534,
          env: { ...process.env, HOME: '/nonexistent' },
        });
        const url = new URL(await running.ready);
        url.hostname = '127.0.0.1';
        expect((await fetch(new URL('/ready', url))).status).toBe(200);
        expect(running.errors()).not.toContain('"error"');
      } finally {
        image.killAll();
        await image.remove();
      }
    },
  );
});
