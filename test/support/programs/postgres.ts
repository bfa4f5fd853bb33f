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
  remove(): Promise<void>;
}

/** @param settings as in postgresql.conf */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-postgres-'));
  // It refuses to run as root.
  const user = giveTo('postgres', folder);
  const port = await freePort();
  const options = { ...user, cwd: folder };
  const initdb = ['-D', 'data', '-U', 'tester', '-A', 'trust', '--no-sync'];
  const { status, stderr } = spawnSync(join(bin!, 'initdb'), initdb, options);
  if (status !== 0) throw new Error(`initdb failed: ${stderr.toString()}`);

  async function start(): Promise<ChildProcess> {
    const own = Object.entries(settings).flatMap((setting) => ['-c', setting.join('=')]);
    const args = ['-D', 'data', '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...own];
    const server = spawn(join(bin!, 'postgres'), args, options);
    const ready = new Promise<void>((resolve, reject) => {
      let log = '';
      server.stderr.on('data', (data: Buffer) => {
        log += data.toString();
        if (log.includes('ready to accept connections')) resolve();
      });
      server.once('close', () => reject(new Error(`Postgres ended: ${log}`)));
    });
    await ready;
    return server;
  }
  /** By "fast" shutdown, it does not wait for its clients; by SIGQUIT, it leaves all as it is. */
  async function stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const closed = once(server, 'close');
    server.kill(signal);
    await closed;
  }
  const urlOf = (name: string) => `postgres://tester@127.0.0.1:${port}/${name}`;
  async function query(url: string, text: string, values?: unknown[]) {
    const pool = new Pool({ connectionString: url, max: 1 });
    try {
      return (await pool.query<Record<string, unknown>>(text, values)).rows;
    } finally {
      await pool.end();
    }
  }

  let server = await start();
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
      server = await start();
    },
    async crash() {
      await stop('SIGQUIT');
      server = await start();
    },
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
