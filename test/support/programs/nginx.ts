/** nginx as packages/service/deploy/nginx.conf has it, on a port and with a folder of the test's own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { until } from '../waiting/until.js';
import { freePort } from './free-port.js';

const shipped = fileURLToPath(
  new URL('../../../packages/service/deploy/nginx.conf', import.meta.url),
);

export interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Nginx {
  port: number;
  send(path: string, options?: RequestOptions, body?: string): Promise<Answer>;
  /** All of its logs together, by the name of the file. */
  logs(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * @param hosts host and port of each service
 * @param connections how many its worker may have at once
 */
export async function startNginx(hosts: readonly string[], connections = 2048): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'pps-nginx-'));
  const names = ['-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=listen.example.com'];
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names], {
    cwd: folder,
  });
  const port = await freePort();
  const config = (await readFile(shipped, 'utf8'))
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace('listen [::]:443 ssl http2;', `listen [::1]:${port} ssl http2;`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, `${folder}/cert.pem`)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, `${folder}/key.pem`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('server 127.0.0.1:8787;', hosts.map((host) => `server ${host};`).join('\n'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  // As Debian's own file: an access log for all hosts, and errors as they come.
  await writeFile(
    join(folder, 'nginx.conf'),
    `pid ${folder}/pid;\nerror_log stderr info;\nevents { worker_connections ${connections}; }\n` +
      `http {\naccess_log ${folder}/access.log;\n${temporary}\n${config}\n}`,
  );
  const program: ChildProcess = spawn(
    'nginx',
    ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'],
    { stdio: ['ignore', 'ignore', openSync(join(folder, 'stderr.log'), 'w')] },
  );

  async function send(path: string, options: RequestOptions = {}, body?: string): Promise<Answer> {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      rejectUnauthorized: false,
      agent: false,
      ...options,
      headers: { Host: 'listen.example.com', ...(options.headers as OutgoingHttpHeaders) },
    }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  await until(() => send('/health'));
  return {
    port,
    send,
    async logs() {
      const files = (await readdir(folder)).filter((file) => file.endsWith('.log'));
      const contents = files.map(async (file) => [
        file,
        await readFile(join(folder, file), 'utf8'),
      ]);
      return Object.fromEntries(await Promise.all(contents)) as Record<string, string>;
    },
    async stop() {
      const closed = once(program, 'close');
      program.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
