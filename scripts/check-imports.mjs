/**
 * Holds the imports to the table of folders in `.dependency-cruiser.mjs`. A cruiser that looked
 * at nothing finds nothing wrong, so each folder of the table must have been seen.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config from '../.dependency-cruiser.mjs';
import { root } from './setup.mjs';

/**
 * @param {string} folder that holds `src`, and may hold `demo`
 * @returns {Promise<{ seen: number, faults: string[] }>} number of modules seen, and what is wrong
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
  return {
    seen: seen.length,
    faults: [
      ...unseen.map((name) => `src/${name}: no module seen`),
      ...output.summary.violations.map(
        ({ rule, from, to, via, comment }) =>
          `${rule.name}: ${[from, ...(via?.map(({ name }) => name) ?? [to])].join(' → ')}${comment ? ` (${comment})` : ''}`,
      ),
    ],
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { seen, faults } = await checkImports(process.cwd());
  for (const fault of faults) console.error(fault);
  console.log(`${seen} modules seen, ${faults.length} faults`);
  process.exit(faults.length > 0 ? 1 : 0);
}
