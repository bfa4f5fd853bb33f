/**
 * Everything that runs in a soak: two service processes on one Postgres, nginx in front of them as it is shipped,
 * a publisher's handler with Redis, and the servers of others. All of it is on loopback, in one folder.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { generateFeed } from '../generate-feed.mjs';
import { cli, install } from '../service/installation.mjs';
import { writeNginxConfig } from '../service/nginx.mjs';
import { freePort, preparePostgres } from '../service/postgres.mjs';
import { client } from './calls.mjs';
import { writeCertificates } from './certificates.mjs';
import { events, eventsSku } from './members.mjs';
import { createPart, listens } from './part.mjs';
import { eventsTitle, membersTitle } from './shows.mjs';

/** @typedef {Awaited<ReturnType<typeof createRig>>} Rig */

const MEMBERS = 2_000;
const EPISODES = 10;
const DISK = '320m';
const CHUNKS = [2 ** 22, 2 ** 12];
export const hostedSku = 'sid:hosted';
/** So that its log does not outgrow the small disk: it starts a new segment after each 16 MiB. */
const walSettings = ['max_wal_size=48MB', 'min_wal_size=32MB'];

const fileOf = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
/** Says what memory a process needs, after a collection. */
const probe = ['--expose-gc', '--import', new URL('./memory-probe.mjs', import.meta.url).href];

/** The library that gives a process a clock of its own, in Debian's `faketime`. */
function findFaketime() {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return folders
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find(existsSync);
}

/** A secret as the catalogue keeps its hash. @param {string} secret */
function hashOf(secret) {
  const { stdout } = spawnSync(process.execPath, [cli, 'hash-secret'], { input: secret });
  return /\$scrypt[^"]+/.exec(stdout.toString())?.[0];
}

/**
 * @param {object} options
 * @param {string} options.folder @param {string} options.logs folders
 * @param {boolean} options.canMount whether a small disk can be made
 * @param {(name: string, how: string) => void} options.onDeath called when a program ends by itself
 */
export async function createRig({ folder, logs, canMount, onDeath }) {
  // Postgres and nginx run as users of their own.
  chmodSync(folder, 0o755);
  await writeCertificates(folder);
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  if (
    canMount &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]).status !== 0
  )
    throw new Error('The small disk cannot be mounted.');
  const filler = join(disk, 'filler');
  const faketime = findFaketime();

  const ports = {
    A: await freePort(),
    B: await freePort(),
    nginx: await freePort(),
    redis: await freePort(),
    handler: await freePort(),
    host: await freePort(),
    operator: await freePort(),
  };
  const urls = {
    A: `http://127.0.0.1:${ports.A}`,
    B: `http://127.0.0.1:${ports.B}`,
    nginx: `https://127.0.0.1:${ports.nginx}`,
    handler: `http://127.0.0.1:${ports.handler}`,
    host: `https://127.0.0.1:${ports.host}`,
    operator: `https://127.0.0.1:${ports.operator}`,
  };
  const secret = randomBytes(32).toString('base64');
  const certified = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
  /** With a clock that jumps when its file changes. @param {string} name */
  const clockOf = (name) => {
    if (!faketime) return certified;
    writeFileSync(join(folder, `${name}.clock`), '+0');
    return {
      ...certified,
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: join(folder, `${name}.clock`),
      FAKETIME_CACHE_DURATION: '1',
      // Timers go by the monotonic clock, which jumps nowhere.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  };
  /** @param {string} name @param {Omit<Parameters<typeof createPart>[0], 'name' | 'log' | 'onDeath'>} program */
  const part = (name, program) =>
    createPart({ name, log: join(logs, `${name.replace(' ', '-')}.log`), onDeath, ...program });
  /** @param {string} name @param {readonly string[]} args @param {number} port @param {NodeJS.ProcessEnv} env */
  const nodePart = (name, args, port, env) =>
    part(name, {
      command: process.execPath,
      args: [...args],
      options: { cwd: folder, env },
      hasChannel: true,
      isReady: () => listens(port),
    });

  const prepared = await preparePostgres(disk, walSettings);
  const postgres = part('Postgres', {
    ...prepared,
    isReady: async () => {
      const connection = new pg.Client({ connectionString: prepared.url });
      connection.on('error', () => undefined);
      await connection.connect();
      return connection.query('select 1').finally(() => connection.end());
    },
  });
  const redisArgs = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const redis = part('Redis', {
    command: 'redis-server',
    args: ['--port', String(ports.redis), ...redisArgs],
    options: { cwd: folder },
    isReady: () => listens(ports.redis),
  });
  const front = join(folder, 'nginx');
  mkdirSync(front);
  copyFileSync(join(folder, 'key.pem'), join(front, 'key.pem'));
  copyFileSync(join(folder, 'good.pem'), join(front, 'cert.pem'));
  const nginx = part('nginx', {
    command: 'nginx',
    args: ['-c', writeNginxConfig(front, ports.nginx, [urls.A, urls.B]), '-g', 'daemon off;'],
    // Its workers outlive it, and keep the port.
    options: { cwd: front, detached: true },
    isReady: () => listens(ports.nginx),
  });
  const hostName = new URL(urls.host).host;
  /** @param {'A' | 'B'} name @param {NodeJS.ProcessEnv} env */
  const service = (name, env) =>
    nodePart(
      `service ${name}`,
      [
        ...[...probe, cli, '--catalogue', 'catalogue.json', '--database', prepared.url],
        ...['--port', String(ports[name]), '--public-url', urls.nginx],
        ...['--allow-host', hostName, '--parser-host', hostName],
      ],
      ports[name],
      env,
    );
  const services = { A: service('A', certified), B: service('B', clockOf('B')) };
  const outside = nodePart(
    'outside',
    [...[fileOf('./outside.mjs'), folder, String(ports.host), String(ports.operator)], urls.nginx],
    ports.operator,
    certified,
  );
  const handlerOptions = {
    operator: urls.operator,
    consumeUrl: `${urls.nginx}/consume`,
    redis: `redis://127.0.0.1:${ports.redis}`,
    secret,
    client,
  };
  const handler = nodePart(
    'handler',
    [...probe, fileOf('./handler.mjs'), String(ports.handler), JSON.stringify(handlerOptions)],
    ports.handler,
    clockOf('handler'),
  );
  const all = [postgres, redis, outside, services.A, services.B, nginx, handler];

  return {
    folder,
    urls,
    /** Where clients find everything; `direct` is one of the service's processes. */
    places: {
      url: urls.nginx,
      direct: () => (Math.random() < 0.5 ? urls.A : urls.B),
      handlerUrl: urls.handler,
      hostUrl: urls.host,
    },
    secret,
    services,
    postgres,
    redis,
    nginx,
    handler,
    canJump: faketime !== undefined,
    canFill: canMount,
    ca: await readFile(join(folder, 'ca.pem'), 'utf8'),
    /** Starts everything. @returns the members */
    async start() {
      await postgres.start();
      writeFileSync(join(folder, 'events.xml'), generateFeed(EPISODES, eventsTitle));
      const members = await install(folder, MEMBERS, {
        show: generateFeed(EPISODES, membersTitle),
        product: { recordings: 'signed' },
        clients: [
          client,
          {
            clientId: 'hashed',
            clientSecret: { scrypt: hashOf('a secret of nobody') },
            scopes: [],
          },
        ],
        products: [
          { sku: hostedSku, title: 'Hosted', feed: `${urls.host}/show.xml`, access: 'everyone' },
          { sku: eventsSku, title: 'Events', feed: 'events.xml', access: 'granted' },
        ],
        events,
        grantsIn: 'database',
        place: ['--database', prepared.url],
      });
      for (const each of all) await each.start();
      return members;
    },
    async stop() {
      for (const each of [...all].reverse()) await each.stop();
      // Processes of Postgres may still be ending.
      if (canMount) spawnSync('umount', ['--lazy', disk]);
    },
    /** Says what is wrong outside. @param {{ fault?: string, certificate?: string }} told */
    tellOutside: ({ fault = '', certificate = 'good.pem' }) => outside.tell({ fault, certificate }),
    /** Sets a process's clock. @param {'B' | 'handler'} name @param {string} offset in seconds */
    jump: (name, offset) => writeFileSync(join(folder, `${name}.clock`), offset),
    /** Gives nginx another certificate, as certbot does. @param {string} name */
    useCertificate(name) {
      copyFileSync(join(folder, name), join(front, 'cert.pem'));
      nginx.signal('SIGHUP');
    },
    /** Leaves no byte on the disk of Postgres. */
    fillDisk() {
      const file = openSync(filler, 'w');
      for (const size of CHUNKS) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size));
        } catch {
          // It is full for chunks of this size.
        }
      }
      closeSync(file);
    },
    emptyDisk: () => rmSync(filler, { force: true }),
  };
}
