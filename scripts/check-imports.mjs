/**
 * Holds the imports to the tables of folders and of their rooms in `.dependency-cruiser.mjs`. A cruiser
 * that looked at nothing finds nothing wrong, so each folder and room must have been seen.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config, { rooms } from '../.dependency-cruiser.mjs';
import { root } from './setup.mjs';

/** @typedef {import('dependency-cruiser').IModule[]} Modules */

/** @param {string} folder @param {string} path @returns the room of a file in a folder of `src` */
const roomOf = (folder, path) => new RegExp(`^src/${folder}/([\\w-]+)(?:/|\\.ts$)`).exec(path)?.[1];

/**
 * @param {Modules} modules
 * @returns the pairs of rooms that import each other, each as `service: one ⇄ other`
 */
function pairsOf(modules) {
  return Object.keys(rooms).flatMap((folder) => {
    /** @type {Map<string, Set<string>>} */
    const uses = new Map();
    for (const { source, dependencies } of modules) {
      const room = roomOf(folder, source);
      if (room === undefined) continue;
      const used = dependencies.flatMap(({ resolved }) => roomOf(folder, resolved) ?? []);
      uses.set(room, new Set([...(uses.get(room) ?? []), ...used]));
    }
    return [...uses].flatMap(([one, used]) =>
      [...used]
        .filter((other) => one < other && uses.get(other)?.has(one))
        .map((other) => `${folder}: ${one} ⇄ ${other}`),
    );
  });
}

/**
 * @param {string[]} seen paths
 * @returns what is wrong with the tables of rooms: a room that is not there or not listed, or one that
 * names another above it
 */
function faultsOfRooms(seen) {
  return Object.entries(rooms).flatMap(([folder, table]) => {
    const names = Object.keys(table);
    const found = new Set(seen.map((path) => roomOf(folder, path)));
    const folders = seen.flatMap(
      (path) => new RegExp(`^src/${folder}/([\\w-]+)/`).exec(path)?.[1] ?? [],
    );
    return [
      ...names
        .filter((room) => !found.has(room))
        .map((room) => `src/${folder}/${room}: no module seen`),
      ...[...new Set(folders)]
        .filter((room) => !names.includes(room))
        .map((room) => `src/${folder}/${room}: not in the table of rooms`),
      ...Object.entries(table).flatMap(([room, uses], floor) =>
        uses
          .filter((used) => !names.slice(0, floor).includes(used))
          .map(
            (used) =>
              `src/${folder}/${room}: its row names ${used}, which does not stand before it`,
          ),
      ),
    ];
  });
}

/**
 * @param {string} folder that holds `src`, and may hold `demo`
 * @returns {Promise<{ seen: number, pairs: string[], faults: string[] }>} number of modules seen, the
 * pairs of rooms that import each other, and what is wrong
 */
export async function checkImports(folder) {
  const { options = {}, forbidden = [] } = config;
  const folders = forbidden.flatMap(({ name }) => /^(.+)-imports$/.exec(name ?? '')?.[1] ?? []);
  const tsConfig = extractTSConfig(resolve(root, 'tsconfig.json'));
  const { output } = await cruise(
    ['src', 'demo'],
    { ...options, baseDir: folder, ruleSet: { forbidden }, validate: true },
    options.enhancedResolveOptions,
    { tsConfig },
  );
  if (typeof output === 'string') throw new Error('The cruiser answered with a text.');
  const seen = output.modules.map(({ source }) => source.replaceAll('\\', '/'));
  const unseen = folders.filter((name) => !seen.some((path) => path.startsWith(`src/${name}/`)));
  const pairs = pairsOf(output.modules);
  return {
    seen: seen.length,
    pairs,
    faults: [
      ...pairs,
      ...faultsOfRooms(seen),
      ...unseen.map((name) => `src/${name}: no module seen`),
      ...output.summary.violations.map(
        ({ rule, from, to, via, comment }) =>
          `${rule.name}: ${[from, ...(via?.map(({ name }) => name) ?? [to])].join(' → ')}${comment ? ` (${comment})` : ''}`,
      ),
    ],
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { seen, pairs, faults } = await checkImports(process.cwd());
  for (const fault of faults) console.error(fault);
  console.log(`${seen} modules seen, ${faults.length} faults`);
  console.log(`Rooms that import each other: ${pairs.length}`);
  process.exit(faults.length > 0 ? 1 : 0);
}
