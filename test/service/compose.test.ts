/** packages/service/deploy/compose.yaml: its file, and its parts as processes, with Debian's Caddy. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../support/feed-service/api-client.js';
import { member, sku } from '../support/feed-service/backend.js';
import {
  installService,
  type InstalledService,
  type RunningCommand,
} from '../support/feed-service/installed-service.js';
import { describeWith, ensureProgram } from '../support/programs/debian.js';
import { freePort } from '../support/programs/free-port.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/programs/postgres.js';
import { until } from '../support/waiting/until.js';

const deploy = fileURLToPath(new URL('../../packages/service/deploy/', import.meta.url));
const settings = {
  PODCAST_HOST: 'listen.example.com',
  PODCAST_ORIGIN: 'https://www.example.com',
  PPS_CLIENT_SECRET: 'of the client',
  PPS_SUBSCRIBE_SECRET: 'of the site, thirty-two characters',
  POSTGRES_PASSWORD: 'of the database',
};

/** What Compose makes of the file with these variables. */
function compose(variables: Record<string, string>) {
  const args = ['-f', join(deploy, 'compose.yaml'), 'config'];
  const env = { PATH: process.env.PATH, ...variables };
  return spawnSync('docker-compose', args, { encoding: 'utf8', env });
}

describeWith('docker-compose', 'docker-compose', 'compose.yaml', () => {
  it('is valid, and keeps the database and the service from the network', () => {
    const { status, stdout } = compose(settings);
    expect(status).toBe(0);
    expect(stdout.match(/published:/g)).toHaveLength(3);
    // Caddy comes first.
    expect(stdout.slice(stdout.indexOf('\n  podcast:'))).not.toContain('published:');
  });

  it.each(Object.keys(settings))('says that %s is missing', (name) => {
    const others = Object.fromEntries(Object.entries(settings).filter(([other]) => other !== name));
    const { status, stderr } = compose(others);
    expect(status).not.toBe(0);
    expect(stderr).toContain(`Set ${name} in .env`);
  });
});

const lacks = !hasPostgres ? 'Postgres' : ensureProgram('caddy') ? '' : 'Caddy';

describe.skipIf(lacks)(
  `compose.yaml: its parts${lacks && ` (skipped: there is no ${lacks})`}`,
  () => {
    let folder: string;
    let postgres: PostgresServer;
    let service: InstalledService;
    let podcast: RunningCommand;
    let caddy: ChildProcess;
    /** Of the service. */
    let host: string;
    let port: number;
    let feedPath: string;

    /** The options of the service in compose.yaml, with this machine's places in them. */
    async function environmentOf(database: string): Promise<Record<string, string>> {
      const file = await readFile(join(deploy, 'compose.yaml'), 'utf8');
      const given = [...file.matchAll(/^ {6}(PPS_\w+): (.+)$/gm)].map(([, name, value]) => [
        name,
        value!.replace(
          /\$\{(\w+):[^}]+\}/g,
          (_, variable: string) => settings[variable as keyof typeof settings],
        ),
      ]);
      const options = Object.fromEntries(given) as Record<string, string>;
      expect(options.PPS_DATABASE).toMatch(/^postgres:/);
      return { ...options, PPS_DATABASE: database };
    }

    async function send(path: string) {
      const servername = settings.PODCAST_HOST;
      const options = {
        host: '127.0.0.1',
        port,
        path,
        servername,
        rejectUnauthorized: false,
      };
      const sent = request({ ...options, agent: false, headers: { Host: servername } }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: response.statusCode, headers: response.headers, body: await text(response) };
    }

    async function startCaddy(upstream: string): Promise<ChildProcess> {
      const file = (await readFile(join(deploy, 'Caddyfile'), 'utf8'))
        // A certificate of its own authority, and ports that are free.
        .replace(
          '\n{\n',
          `\n{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n\thttp_port ${await freePort()}\n\thttps_port ${port}\n`,
        )
        .replace('podcast:8787', upstream);
      await writeFile(join(folder, 'Caddyfile'), file);
      const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
      const env = { ...process.env, ...settings, HOME: folder, XDG_DATA_HOME: folder };
      const log = openSync(join(folder, 'caddy.log'), 'a');
      const program = spawn('caddy', args, { env, stdio: ['ignore', log, log] });
      await until(() => send('/health'));
      return program;
    }

    async function stopCaddy(): Promise<void> {
      if (caddy.exitCode !== null || caddy.signalCode !== null) return;
      const closed = once(caddy, 'close');
      caddy.kill('SIGTERM');
      await closed;
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'pps-compose-'));
      [postgres, service, port] = await Promise.all([
        startPostgres(),
        installService(),
        freePort(),
      ]);
      const ownPort = await freePort();
      host = `127.0.0.1:${ownPort}`;
      const env = await environmentOf(await postgres.createDatabase());
      podcast = service.start(['--catalogue', 'catalogue.json', '--port', String(ownPort)], {
        env: { ...process.env, ...env },
      });
      await podcast.ready;
      const { feedUrl } = await clientOf(`http://${host}`).privateFeed({ email: member, sku });
      feedPath = new URL(feedUrl).pathname;
      caddy = await startCaddy(host);
    }, 180_000);
    afterAll(async () => {
      await stopCaddy();
      service.killAll();
      await podcast.ended;
      await postgres.remove();
      await service.remove();
      await rm(folder, { recursive: true, force: true });
    });

    it('lead a member to the feed, and a page to /subscribe', async () => {
      const feed = await send(feedPath);
      expect([feed.status, feed.headers['strict-transport-security']]).toEqual([
        200,
        'max-age=31536000',
      ]);
      expect(feed.body).toContain('<title>Second</title>');
      // Without a token; without --origin, it would be 404.
      expect((await send('/subscribe')).status).toBe(401);
    });

    it('keep the endpoints of operators to themselves', async () => {
      for (const path of ['/metrics', '/ready', '/admin/grants']) {
        expect((await send(path)).status).toBe(404);
      }
    });

    it('write no URL to a log, not even of a request that no service answers', async () => {
      await stopCaddy();
      caddy = await startCaddy(`127.0.0.1:${await freePort()}`);
      const { status, headers } = await send(feedPath);
      expect([status, headers['retry-after']]).toEqual([502, '10']);
      await stopCaddy();
      const log = await readFile(join(folder, 'caddy.log'), 'utf8');
      expect(log).toMatch(/"logger":"http.log.access[^\n]*"status":502/);
      const secret = feedPath.split('/')[2]!;
      expect([secret, '/feeds/'].some((kept) => log.includes(kept))).toBe(false);
      expect(await readdir(folder)).toContain('caddy.log');
      caddy = await startCaddy(host);
    });
  },
);
