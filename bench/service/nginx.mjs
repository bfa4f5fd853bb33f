/** packages/service/deploy/nginx.conf in front of some services, for a bench. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { freePort } from './postgres.mjs';

/**
 * Writes the configuration as it is shipped, for a port and a folder of its own, where `cert.pem` and
 * `key.pem` are.
 * @param {string} folder @param {number} port @param {readonly string[]} services their URLs
 * @param {(config: string) => string} [change]
 * @returns its file
 */
export function writeNginxConfig(folder, port, services, change = (config) => config) {
  const servers = services.map((url) => `server ${new URL(url).host};`).join('\n');
  const shipped = new URL('../../packages/service/deploy/nginx.conf', import.meta.url);
  const config = readFileSync(shipped, 'utf8')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace('listen [::]:443 ssl http2;', '')
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, `${folder}/cert.pem`)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, `${folder}/key.pem`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('server 127.0.0.1:8787;', servers);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `pid ${folder}/pid;\nerror_log stderr;\nevents { worker_connections 2048; }\nhttp {\naccess_log off;\n${temporary}\n${change(config)}\n}`,
  );
  return file;
}

/** All clients of a bench have one address. @param {string} config */
const withoutLimits = (config) =>
  config
    .replaceAll(/rate=\d+r\/s/g, 'rate=1000000r/s')
    .replace(/limit_conn podcast_connections \d+;/, '');

/** Starts it with a certificate of its own, and without limits per visitor. @param {string} folder @param {readonly string[]} services their URLs */
export async function startNginx(folder, services) {
  mkdirSync(folder);
  const certificate = '-keyout key.pem -out cert.pem -subj /CN=listen.example.com'.split(' ');
  spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate], {
    cwd: folder,
  });
  const port = await freePort();
  const config = writeNginxConfig(folder, port, services, withoutLimits);
  // One process, so that its CPU time is all of nginx's.
  const args = ['-c', config, '-g', 'daemon off; master_process off;'];
  const nginx = spawn('nginx', args, { stdio: 'ignore' });
  const url = `https://127.0.0.1:${port}`;
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  for (let isReady = false; !isReady;) {
    if (nginx.exitCode !== null) throw new Error('nginx ended.');
    isReady = await fetch(`${url}/health`, { dispatcher }).then(
      ({ ok }) => ok,
      () => setTimeout(50, false),
    );
  }
  await dispatcher.close();
  return {
    url,
    pid: nginx.pid,
    async stop() {
      const closed = once(nginx, 'close');
      nginx.kill('SIGTERM');
      await closed;
    },
  };
}
