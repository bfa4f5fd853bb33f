/** packages/service/deploy/nginx.conf in front of some services, for a bench. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
