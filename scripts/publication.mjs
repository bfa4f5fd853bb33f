/**
 * Where the packages are published from. `npm publish` of each runs this first: the package's page on npm takes links
 * and pictures from the repository, and finds that in package.json alone.
 *
 *   node scripts/publication.mjs        fails while one of the packages does not say where it is from
 *   node scripts/publication.mjs URL    writes that into all of them
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages' folders, from the root. */
export const folders = ['.', 'packages/service', 'packages/conformance'];

/**
 * @typedef {Record<string, unknown> & { repository?: { url: string, type?: string, directory?: string }, homepage?: string, bugs?: { url: string } }} Manifest
 */

/**
 * The manifest of a package with the place that it is published from.
 * @param {Manifest} manifest
 * @param {string} url of the repository's page
 * @param {string} folder
 * @returns {Manifest}
 */
export function withPlace({ name, version, description, license, ...rest }, url, folder) {
  const page = url.replace(/(?:\.git)?\/?$/, '');
  const directory = folder === '.' ? {} : { directory: folder };
  return {
    name,
    version,
    description,
    license,
    ...rest,
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
    repository: { type: 'git', url: `git+${page}.git`, ...directory },
  };
}

/**
 * What is missing in the manifests, or differs between them.
 * @param {readonly Manifest[]} manifests
 * @returns {string[]}
 */
export function faultsOf(manifests) {
  /** @param {Manifest} manifest */
  const placeOf = ({ version, repository, homepage, bugs }) =>
    JSON.stringify([version, repository?.url, homepage, bugs]);
  return manifests.flatMap((manifest) => {
    const missing = ['repository', 'homepage', 'bugs'].filter((field) => !manifest[field]);
    if (missing.length > 0) return [`${manifest.name} has no ${missing.join(', ')}.`];
    const isSame = placeOf(manifest) === placeOf(manifests[0] ?? {});
    return isSame ? [] : [`${manifest.name} has another place or version.`];
  });
}

/** @param {string} root @returns {Manifest[]} */
export const readManifests = (root) =>
  folders.map((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')));

/** @param {string} root @param {string} url */
export function writePlace(root, url) {
  for (const [index, manifest] of readManifests(root).entries()) {
    const folder = folders[index] ?? '.';
    const text = `${JSON.stringify(withPlace(manifest, url, folder), null, 2)}\n`;
    writeFileSync(join(root, folder, 'package.json'), text);
  }
}

const isProgram = process.argv[1] === fileURLToPath(import.meta.url);
if (isProgram) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [url] = process.argv.slice(2);
  if (url !== undefined) {
    if (!/^https:\/\/[^\s?#]+$/.test(url)) throw new Error('Give the https URL of the repository.');
    writePlace(root, url);
  }
  const faults = faultsOf(readManifests(root));
  if (faults.length > 0) {
    console.error(`${faults.join('\n')}\nTo publish: node scripts/publication.mjs URL`);
    process.exit(1);
  }
}
