/** Debian's `pgbouncer` in transaction mode, as a process of the test: a pooler that drops notifications. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** It refuses to run as root. */
function unprivileged(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody']).stdout.toString());
  const user = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, user.uid, user.gid);
  return user;
}

/** Starts it before a database. @returns the URL of that database through it. */
export async function startPgBouncer(
  database: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-pgbouncer-'));
  const port = await freePort();
  const target = new URL(database);
  await writeFile(join(folder, 'users.txt'), `"${target.username}" ""\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = users.txt
pool_mode = transaction
`,
  );
  const program = spawn('pgbouncer', ['pgbouncer.ini'], { cwd: folder, ...unprivileged(folder) });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    program.stderr.on('data', (data: Buffer) => {
      log += data.toString();
      if (log.includes('process up')) resolve();
    });
    program.once('close', () => reject(new Error(`pgbouncer ended: ${log}`)));
  });
  const url = new URL(database);
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      const closed = once(program, 'close');
      program.kill('SIGKILL');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
