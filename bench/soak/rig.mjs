/** Everything that runs in a soak, on loopback and in one folder: two service processes, Postgres, a host of feeds. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { generateFeed } from '../generate-feed.mjs';
import { cli, install, start } from '../service/installation.mjs';
import { freePort, preparePostgres } from '../service/postgres.mjs';

/** @typedef {Awaited<ReturnType<typeof createRig>>} Rig */
/** @typedef {(response: import('node:http').ServerResponse, good: () => void) => unknown} Misbehaviour */

/** The client of the catalogue that makes all calls. */
export const client = {
  clientId: 'site',
  clientSecret: 'a-client-secret-for-the-soak',
  scopes: ['vault:impersonate', 'profile:user:read', 'service:admin'],
};

/** @param {string} folder @param {string[]} settings */
async function createPostgres(folder, settings) {
  const { url, command, args, options } = await preparePostgres(folder, settings);
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let running;
  const connect = async () => {
    const connection = new pg.Client({ connectionString: url });
    connection.on('error', () => undefined);
    await connection.connect();
    await connection.end();
    return true;
  };
  return {
    url,
    /** Starts it, again and again like systemd if it ends at once, until it takes connections. */
    async start() {
      while (!(await connect().catch(() => false))) {
        if (!running || running.exitCode !== null || running.signalCode !== null)
          running = spawn(command, args, { ...options, stdio: 'ignore' });
        await setTimeout(200);
      }
    },
    /** @param {NodeJS.Signals} signal */
    async stop(signal) {
      const hasEnded = running && once(running, 'exit');
      if (running?.kill(signal)) await hasEnded;
    },
  };
}

/** @param {string} folder @param {string} logs the folder for what the services print */
export async function createRig(folder, logs) {
  // Postgres runs as a user of its own.
  chmodSync(folder, 0o755);
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const tmpfs = ['-t', 'tmpfs', '-o', 'size=320m', 'tmpfs', disk];
  const canFill = spawnSync('mount', tmpfs).status === 0;
  const filler = join(disk, 'filler');
  // So that its log does not outgrow the small disk: it starts a new segment after each 16 MiB.
  const postgres = await createPostgres(disk, ['max_wal_size=48MB', 'min_wal_size=32MB']);
  const secret = 'a secret of subscribe tokens for the soak';
  process.env.PPS_SUBSCRIBE_SECRET = secret;

  /** @type {Misbehaviour | undefined} */
  let misbehaviour;
  const host = createServer((request, response) => {
    response.on('error', () => undefined);
    const feed = generateFeed(10 + Number(/\d/.exec(request.url ?? '') ?? 0));
    const good = () =>
      void response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(feed);
    if (misbehaviour) misbehaviour(response, good);
    else good();
  });
  const hostName = `127.0.0.1:${await freePort()}`;
  const hostUrl = `http://${hostName}`;

  /** @param {string} name */
  async function createServiceProcess(name) {
    const port = String(await freePort());
    const data = ['--catalogue', 'catalogue.json', '--database', postgres.url];
    const hosts = ['--allow-host', hostName, '--parser-host', hostName];
    const args = [cli, ...data, '--port', port, ...hosts, '--origin', 'https://www.example.com'];
    const log = openSync(join(logs, `service-${name}.log`), 'a');
    /** @type {Awaited<ReturnType<typeof start>> | undefined} */
    let running;
    return {
      name: `service ${name}`,
      url: `http://127.0.0.1:${port}`,
      pid: () => running?.pid,
      start: async () => (running = await start(args, folder, log)),
      /** @param {NodeJS.Signals} signal */
      stop: async (signal) => (running?.isRunning() ? running.stop(signal) : null),
    };
  }
  const services = { A: await createServiceProcess('A'), B: await createServiceProcess('B') };

  return {
    ...{ secret, services, postgres, canFill, hostUrl },
    misbehave: (/** @type {Misbehaviour | undefined} */ how) => (misbehaviour = how),
    /** Starts everything. @returns the members */
    async start() {
      host.listen(Number(new URL(hostUrl).port), '127.0.0.1');
      await postgres.start();
      const members = await install(folder, 2_000, {
        show: '',
        product: { feed: `${hostUrl}/show.xml`, recordings: 'signed' },
        clients: [client],
        grantsIn: 'database',
        place: ['--database', postgres.url],
      });
      for (const service of Object.values(services)) await service.start();
      return members;
    },
    async stop() {
      for (const each of [services.A, services.B, postgres]) await each.stop('SIGKILL');
      host.close().closeAllConnections();
      // Processes of Postgres may still be ending.
      if (canFill) spawnSync('umount', ['--lazy', disk]);
    },
    /** Leaves no byte on the disk of Postgres. */
    fillDisk: () => spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']),
    emptyDisk: () => rmSync(filler, { force: true }),
  };
}
