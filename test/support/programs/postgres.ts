/** A Postgres server for tests: a process with a folder and a port of its own, never a system service. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { ensurePostgres } from '../../../scripts/postgres.mjs';
import { freePort } from './free-port.js';
import { giveTo } from './unprivileged.js';

const bin = ensurePostgres();

export const hasPostgres = bin !== undefined;
export const withPostgres = (name: string) =>
  hasPostgres ? name : `${name} (skipped: Postgres is neither installed nor could be)`;

export interface PostgresServer {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  query(url: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Stops the server, cutting off its connections, and starts it again. */
  restart(): Promise<void>;
  /** Ends the server as a crash does, and starts it again. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts another server that follows this one, and takes no writes. */
  addStandby(): Promise<PostgresServer>;
  urlOf(database: string): string;
  remove(): Promise<void>;
}

function run(program: string, args: string[], options: { cwd: string }): void {
  const { status, stderr } = spawnSync(join(bin!, program), args, options);
  if (status !== 0) throw new Error(`${program} failed: ${stderr.toString()}`);
}

async function query(url: string, text: string, values?: unknown[]) {
  const pool = new Pool({ connectionString: url, max: 1 });
  // The server may say that it stops.
  pool.on('error', () => undefined);
  try {
    return (await pool.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await pool.end();
  }
}

/** @param make fills the folder `data` */
async function serve(
  settings: Record<string, string>,
  make: (options: { cwd: string }) => void,
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-postgres-'));
  // It refuses to run as root.
  const options = { ...giveTo('postgres', folder), cwd: folder };
  const port = await freePort();
  make(options);

  let server: ChildProcess | undefined;
  async function start(): Promise<void> {
    const own = Object.entries(settings).flatMap((setting) => ['-c', setting.join('=')]);
    const args = ['-D', 'data', '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...own];
    const started = spawn(join(bin!, 'postgres'), args, options);
    await new Promise<void>((resolve, reject) => {
      let log = '';
      started.stderr.on('data', (data: Buffer) => {
        log += data.toString();
        if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
      });
      started.once('close', () => reject(new Error(`Postgres ended: ${log}`)));
    });
    server = started;
  }
  /** By "fast" shutdown, it does not wait for its clients; by SIGQUIT, it leaves all as it is. */
  async function stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    if (!server) return;
    const closed = once(server, 'close');
    server.kill(signal);
    server = undefined;
    await closed;
  }
  const urlOf = (name: string) => `postgres://tester@127.0.0.1:${port}/${name}`;

  await start();
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      await query(urlOf('postgres'), `create database test${databases}`);
      return urlOf(`test${databases}`);
    },
    query,
    async restart() {
      await stop();
      await start();
    },
    async crash() {
      await stop('SIGQUIT');
      await start();
    },
    start,
    stop,
    addStandby: () =>
      serve(settings, (standby) =>
        run('pg_basebackup', ['-d', urlOf('postgres'), '-D', 'data', '-R', '-c', 'fast'], standby),
      ),
    urlOf,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param settings as in postgresql.conf */
export const startPostgres = (settings: Record<string, string> = {}): Promise<PostgresServer> =>
  serve(settings, (options) =>
    run('initdb', ['-D', 'data', '-U', 'tester', '-A', 'trust', '--no-sync'], options),
  );
