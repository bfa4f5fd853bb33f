/**
 * Searches the script-tag build for what must never be in it: names that go with a client
 * secret, Node's modules, server packages, decorators that no browser knows, and paths of the
 * machine that built it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesUnder, root } from './setup.mjs';

const packageAt = (/** @type {string} */ file) =>
  JSON.parse(readFileSync(join(root, file), 'utf8'));
const own = packageAt('package.json');
const service = packageAt('packages/service/package.json');

/** Packages that a browser never gets: the service's, and those that a page's author installs. */
const foreign = Object.keys({ ...service.dependencies, ...own.peerDependencies }).filter(
  (name) => !(name in own.dependencies),
);

/** Where a bundle says it in code, a module's name stands in quotes. */
const quoted = (/** @type {string} */ name) => ['"', "'", '`'].map((quote) => quote + name);

const forbidden = [
  'client_secret',
  'clientSecret',
  'secretAccessKey',
  'grant_type',
  'vault:impersonate',
  'process.env',
  'sourceMappingURL',
  'file://',
  ...['@customElement(', '@property(', '@state('],
  ...quoted('node:'),
  ...foreign.flatMap((name) => quoted(name).map((opened) => opened + opened.charAt(0))),
  root.replace(/[\\/]$/, ''),
];

/** A path below a folder in which people and CI keep their work. */
const machinePath = /(?:(?<![\w.-])\/(?:home|Users|root|tmp|work|builds)\/|\b[A-Z]:\\\\)[\w.-]/;

/**
 * @param {string} code
 * @returns {string[]} what the code holds and must not
 */
export function faultsOf(code) {
  const path = machinePath.exec(code);
  return [...forbidden.filter((text) => code.includes(text)), ...(path ? [path[0]] : [])];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = filesUnder('dist/embed');
  const faults = files.flatMap((file) =>
    faultsOf(readFileSync(join(root, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  );
  for (const fault of faults) console.error(fault);
  console.log(`${files.length} files searched, ${faults.length} faults`);
  process.exit(faults.length > 0 || files.length === 0 ? 1 : 0);
}
