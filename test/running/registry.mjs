/**
 * A package registry for a machine without a network: it has the packages that are installed in this repository, and the
 * service as it would be published. `node registry.mjs TARBALL` serves on port 4873.
 */
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [, , tarball = ''] = process.argv;
const root = fileURLToPath(new URL('../../', import.meta.url));
const url = 'http://127.0.0.1:4873';

/** Folders of installed packages, by name and version. */
const folders = new Map();

/** @param {string} folder a node_modules, or the folder of a scope in one */
function collect(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith('.') || !statSync(path).isDirectory()) continue;
    if (name.startsWith('@')) collect(path);
    else if (existsSync(join(path, 'package.json'))) add(path);
  }
}

/** @param {string} path */
function add(path) {
  const { name, version } = readManifest(path);
  if (!name || !version) return;
  const versions = folders.get(name) ?? new Map();
  folders.set(name, versions.set(version, path));
  if (existsSync(join(path, 'node_modules'))) collect(join(path, 'node_modules'));
}

/** @param {string} folder */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

collect(join(root, 'node_modules'));
const own = readManifest(join(root, 'packages/service'));
folders.set(own.name, new Map([[own.version, join(root, 'packages/service')]]));

/** @param {string} name */
function describePackage(name) {
  const found = [...folders.get(name)];
  const versions = found.map(([version, folder]) => {
    const dist = { tarball: `${url}/-/${encodeURIComponent(name)}/${version}.tgz` };
    // Nothing is built there, and nobody needs what its makers need.
    return [version, { ...readManifest(folder), scripts: {}, devDependencies: {}, dist }];
  });
  const [latest] = found.at(-1);
  return { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) };
}

/** @param {string} folder */
function pack(folder) {
  const options = ['--exclude=./node_modules', '--transform=s,^\\.,package,'];
  return spawn('tar', ['-C', folder, ...options, '-czf', '-', '.']).stdout;
}

createServer(({ url: path = '/' }, response) => {
  const [, packed, version] = /^\/-\/([^/]+)\/(.+)\.tgz$/.exec(path) ?? [];
  const name = decodeURIComponent(packed ?? path.slice(1));
  const folder = folders.get(name)?.get(version);
  if (name === own.name && version) createReadStream(tarball).pipe(response);
  else if (folder) pack(folder).pipe(response);
  else if (!packed && folders.has(name)) response.end(JSON.stringify(describePackage(name)));
  else response.writeHead(404).end('{}');
}).listen(4873, '127.0.0.1', () => console.log(`${basename(tarball)} on ${url}`));
