/**
 * Debian's `haproxy` before several Postgres servers, as Patroni's documents have it: connections go to
 * the one that says that it is the primary, and end when it no longer is.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

export interface HaProxy {
  /** The URL of a database through it. */
  urlOf(database: string): string;
  /** Says which server is the primary now. */
  elect(url: string): void;
  stop(): Promise<void>;
}

/** @param urls of the servers: the first is the primary */
export async function startHaProxy(urls: readonly string[]): Promise<HaProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-haproxy-'));
  const port = await freePort();
  const hostOf = (url: string) => new URL(url).host;
  let primary = hostOf(urls[0]!);
  // In place of Patroni, which answers beside each server.
  const judge = createServer((request, response) => {
    response.statusCode = request.url === `/${primary}` ? 200 : 503;
    response.end();
  });
  judge.listen(0, '127.0.0.1');
  await once(judge, 'listening');
  const check = `check port ${(judge.address() as AddressInfo).port} inter 200ms fall 2 rise 1`;
  const servers = urls.map(
    (url, at) => `backend server${at}
  option httpchk GET /${hostOf(url)}
  server server${at} ${hostOf(url)} ${check} on-marked-down shutdown-sessions`,
  );
  const rules = urls.map((_url, at) => `  use_backend server${at} if { nbsrv(server${at}) gt 0 }`);
  await writeFile(
    join(folder, 'haproxy.cfg'),
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
frontend postgres
  bind 127.0.0.1:${port}
${rules.join('\n')}
${servers.join('\n')}
`,
  );
  const program = spawn('haproxy', ['-db', '-f', 'haproxy.cfg'], { cwd: folder, stdio: 'ignore' });
  return {
    urlOf(database) {
      const through = new URL(database);
      through.port = String(port);
      return through.href;
    },
    elect: (url) => void (primary = hostOf(url)),
    async stop() {
      const closed = once(program, 'close');
      program.kill('SIGKILL');
      await closed;
      judge.close();
      judge.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
