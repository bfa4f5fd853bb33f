/** The import rules refuse what they are there to refuse: each is broken once. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import config, { rooms } from '../../.dependency-cruiser.mjs';
import { checkImports } from '../../scripts/check-imports.mjs';

/** Each folder that has a row. */
const folders = config.forbidden?.flatMap(
  ({ name }) => /^(.+)-imports$/.exec(name ?? '')?.[1] ?? [],
);
let tree: string;

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  await writeFile(join(tree, path), content);
}

beforeEach(async () => {
  tree = await mkdtemp(join(tmpdir(), 'imports-'));
  const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));
  await symlink(installed, join(tree, 'node_modules'), 'junction');
  for (const folder of folders ?? []) {
    await write(`src/${folder}/one.ts`, 'export const one = 1;\n');
    await write(`src/${folder}/two.ts`, 'export const two = 2;\n');
  }
  for (const [folder, table] of Object.entries(rooms))
    for (const room of Object.keys(table))
      await write(`src/${folder}/${room}/one.ts`, 'export const one = 1;\n');
  for (const file of ['errors', 'subscription']) {
    await write(`src/api/${file}.ts`, 'export const one = 1;\n');
  }
  await write('src/podcast/xml/strict-xml.ts', `export * from 'saxes';\n`);
  await write('src/publisher.ts', `export { one } from './publisher/one.js';\n`);
  await write('demo/server.ts', `export { one } from '../src/publisher.js';\n`);
});

afterEach(() => rm(tree, { recursive: true }));

describe('checkImports', () => {
  it('accepts imports that the table allows', async () => {
    await write('src/api/one.ts', `export { one } from '../podcast/one.js';\n`);
    await write('src/components/one.ts', `export { one } from '../api/subscription.js';\n`);
    await write('src/publisher/two.ts', `import { two } from '../api/two.js';\nexport { two };\n`);
    await write('src/service/two.ts', `export { Hono } from 'hono';\nimport 'node:fs';\n`);
    await write('src/podcast/two.ts', `export * as z from 'zod/mini';\n`);
    expect(await checkImports(tree)).toMatchObject({ faults: [] });
  });

  it.each([
    ['podcast-imports', 'src/podcast/one.ts', `export * from '../api/two.js';`],
    ['apps-imports', 'src/apps/one.ts', `export * from '../podcast/two.js';`],
    ['api-imports', 'src/api/one.ts', `export * from '../apps/two.js';`],
    ['components-imports', 'src/components/one.ts', `export * from '../service/two.js';`],
    ['components-rooms', 'src/components/page/one.ts', `export * from '../view/one.js';`],
    ['first-load', 'src/components/page/page-source.ts', `export * from './one.js';`],
    ['publisher-imports', 'src/publisher/one.ts', `export * from '../apps/two.js';`],
    ['server-imports', 'src/server/one.ts', `export * from '../publisher/two.js';`],
    ['conformance-imports', 'src/conformance/one.ts', `export * from '../service/two.js';`],
    ['publisher-imports', 'src/publisher/one.ts', `export * from '../conformance/two.js';`],
    ['service-imports', 'src/service/one.ts', `export * from '../conformance/two.js';`],
    ['service-imports', 'src/service/one.ts', `export * from '../components/one.js';`],
    ['no-cycles', 'src/api/one.ts', `export * from './cycle.js';`],
    ['browser-safe', 'src/components/one.ts', `export * from '../api/one.js';`],
    ['browser-safe', 'src/index.ts', `export * from './publisher/one.js';`],
    ['browser-safe', 'src/define.ts', `export const a = import('./service/one.js');`],
    ['no-node-in-the-middle', 'src/api/one.ts', `export * from 'node:fs';`],
    ['no-node-in-the-middle', 'src/conformance/one.ts', `export * from 'node:fs';`],
    ['no-node-in-the-middle', 'src/components/one.ts', `export const a = import('fs');`],
    ['server-packages', 'src/publisher/one.ts', `export { Hono } from 'hono';`],
    [
      'server-packages',
      'src/api/one.ts',
      `import type { Hono } from 'hono';\nexport type H = Hono;`,
    ],
    ['strict-reader', 'src/podcast.ts', `export * from './podcast/xml/strict-xml.js';`],
    ['strict-reader-package', 'src/conformance/one.ts', `export * from 'saxes';`],
    ['small-zod', 'src/podcast/one.ts', `export * as z from 'zod';`],
    ['demo-uses-the-package', 'demo/server.ts', `export * from '../src/api/one.js';`],
    ['service-rooms', 'src/service/store/one.ts', `export * from '../http/one.js';`],
    ['service-rooms', 'src/service/http/one.ts', `export * from '../two.js';`],
    ['doors-open-outward', 'src/service/one.ts', `export * from '../publisher.js';`],
  ])('has the rule %s, which refuses %s with %s', async (rule, path, content) => {
    await write('src/api/cycle.ts', `export * from './one.js';\n`);
    await write(path, `${content}\n`);
    const { faults } = await checkImports(tree);
    expect(faults).toContainEqual(expect.stringMatching(`^${rule}: .*${path}`));
  });

  it('lists rooms that import each other, types too, and refuses a room without a row', async () => {
    await write('src/service/http/one.ts', `export * from '../store/one.js';\n`);
    await write(
      'src/service/store/two.ts',
      `import type { one } from '../http/one.js';\nexport type T = typeof one;\n`,
    );
    await write('src/service/cellar/one.ts', 'export const one = 1;\n');
    const { pairs, faults } = await checkImports(tree);
    expect(pairs).toEqual(['service: http ⇄ store']);
    expect(faults).toEqual(
      expect.arrayContaining([...pairs, 'src/service/cellar: not in the table of rooms']),
    );
  });

  it('refuses a file that is three imports away, of which one is loaded late, as browser-safe', async () => {
    await write('src/components/one.ts', `export const two = () => import('./two.js');\n`);
    await write('src/components/two.ts', `export * from '../api/subscription.js';\n`);
    await write('src/api/subscription.ts', `export * from './one.js';\n`);
    const { faults } = await checkImports(tree);
    expect(faults).toContainEqual(
      expect.stringMatching(
        /^browser-safe: src\/components\/one\.ts → .*src\/api\/subscription\.ts → src\/api\/one\.ts/,
      ),
    );
  });

  it('refuses each of the service’s packages in another folder', async () => {
    const dependenciesOf = async (path: string) => {
      const manifest = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
      return Object.keys((JSON.parse(manifest) as { dependencies: object }).dependencies);
    };
    const shared = [
      ...(await dependenciesOf('package.json')),
      ...(await dependenciesOf('packages/conformance/package.json')),
    ];
    const names = await dependenciesOf('packages/service/package.json');
    const own = names.filter((name) => !shared.includes(name));
    expect(own).toEqual(expect.arrayContaining(['hono', 'p-queue']));
    await write('src/api/one.ts', own.map((name) => `import '${name}';\n`).join(''));
    const { faults } = await checkImports(tree);
    const refusals = faults.filter((fault) => fault.startsWith('server-packages: src/api/one.ts'));
    const refused = own.filter((name) =>
      refusals.some((fault) => fault.includes(`/node_modules/${name}/`)),
    );
    expect(refused).toEqual(own);
  });

  it('fails if it did not see a folder of the table', async () => {
    await rm(join(tree, 'src/publisher'), { recursive: true });
    expect((await checkImports(tree)).faults).toEqual(['src/publisher: no module seen']);
  });
});
