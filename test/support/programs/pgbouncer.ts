/** Debian's `pgbouncer` in transaction mode, as a process of the test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';
import { giveTo } from './unprivileged.js';

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
server_login_retry = 1
`,
  );
  // It refuses to run as root.
  const user = giveTo('nobody', folder);
  const program = spawn('pgbouncer', ['pgbouncer.ini'], { cwd: folder, ...user });
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
