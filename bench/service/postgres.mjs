/** A Postgres server for a bench: a folder and a port of its own, as tests have it (test/support/programs/postgres.ts). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePostgres } from '../../scripts/postgres.mjs';

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Makes a database server in a folder.
 * @param {string} folder which its user may enter
 * @param {readonly string[]} [settings] such as "max_wal_size=64MB"
 * @returns what starts it, and its URL
 */
export async function preparePostgres(folder, settings = []) {
  const bin = ensurePostgres();
  if (!bin) throw new Error('Install postgresql.');
  // It refuses to run as root.
  const idOf = (/** @type {string} */ flag) =>
    Number(spawnSync('id', [flag, 'postgres']).stdout.toString());
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  const initdb = ['-D', 'data', '-U', 'bench', '-A', 'trust', '--no-sync'];
  if (spawnSync(join(bin, 'initdb'), initdb, options).status !== 0)
    throw new Error('initdb failed.');
  const port = await freePort();
  const place = ['-D', 'data', '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
  return {
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
    command: join(bin, 'postgres'),
    args: [...place, ...settings.flatMap((setting) => ['-c', setting])],
    options,
  };
}

/** @param {readonly string[]} [settings] */
export async function startPostgres(settings) {
  // Not in a folder of root's, which its user may not enter.
  const folder = mkdtempSync(join(tmpdir(), 'pps-postgres-'));
  const { url, command, args, options } = await preparePostgres(folder, settings);
  const server = spawn(command, args, options);
  await new Promise((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (data) => {
      log += data;
      if (log.includes('ready to accept connections')) resolve(undefined);
    });
    server.once('close', () => reject(new Error(`Postgres ended: ${log}`)));
  });
  return {
    url,
    async stop() {
      const closed = once(server, 'close');
      server.kill('SIGINT');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
