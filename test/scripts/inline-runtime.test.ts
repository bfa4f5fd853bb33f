/** No chunk of the script-tag build waits for a file of the bundler's own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inlineRuntime } from '../../scripts/embed/inline-runtime.js';

/** Two chunks that each need a namespace as a value. */
const sources: Record<string, string> = {
  first: `export const chunks = () => Promise.all([import('left'), import('right')]);`,
  left: `import * as letters from 'letters'; export const names = Object.keys(letters); export { letters };`,
  right: `import * as numbers from 'numbers'; export const names = Object.keys(numbers); export { numbers };`,
  letters: `export let a = 1; export const b = () => a++;`,
  numbers: `export const one = 1;`,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inline-runtime-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function bundle(outDir: string, withPlugin: boolean) {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'first',
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'first.mjs', chunkFileNames: '[name].mjs' },
      },
    },
    plugins: [
      {
        name: 'sources',
        resolveId: (id) => (id in sources ? id : undefined),
        load: (id) => sources[id],
      },
      ...(withPlugin ? [inlineRuntime] : []),
    ],
  });
  if (!('output' in output)) throw new Error('One bundle was asked for.');
  return output.output.map(({ fileName }) => fileName).sort();
}

it('gives each chunk the helper that makes a namespace', async () => {
  expect(await bundle(join(folder, 'before'), false)).toHaveLength(4);
  const after = join(folder, 'after');
  expect(await bundle(after, true)).toEqual(['first.mjs', 'left.mjs', 'right.mjs']);
  interface First {
    chunks: () => Promise<
      [{ names: string[]; letters: { a: number; b: () => void } }, { names: string[] }]
    >;
  }
  const { chunks } = (await import(pathToFileURL(join(after, 'first.mjs')).href)) as First;
  const [left, right] = await chunks();
  expect([left.names, right.names]).toEqual([['a', 'b'], ['one']]);
  left.letters.b();
  expect(left.letters.a, 'live').toBe(2);
});
