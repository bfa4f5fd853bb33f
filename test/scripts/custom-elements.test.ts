/** The committed output of `npm run manifest` is current, and names every attribute and value. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apps } from '../../src/apps/apps.js';
import { languageCodes } from '../../src/languages/languages.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = ['custom-elements.json', 'vscode.html-custom-data.json', 'web-types.json'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manifest-'));
  for (const path of ['src', 'package.json', 'custom-elements-manifest.config.mjs']) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const cem = join(root, 'node_modules/@custom-elements-manifest/analyzer/cem.js');
  await promisify(execFile)(process.execPath, [cem, 'analyze'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

const read = (place: string, file: string) => readFile(join(place, file), 'utf8');

it.each(files)('%s is committed as `npm run manifest` writes it', async (file) => {
  expect(await read(root, file)).toBe(await read(folder, file));
});

describe('PrivatePodcastSubscribe: completion in editors', () => {
  interface Named {
    name: string;
  }
  const appIds = apps.map(({ id }) => id);
  const values: Record<string, readonly string[]> = {
    links: ['consume', 'direct'],
    'preferred-app': appIds,
    'one-app': appIds,
    locale: languageCodes,
    player: ['none'],
  };

  let attributes: string[];
  beforeAll(async () => {
    const { modules } = JSON.parse(await read(root, 'custom-elements.json')) as {
      modules: { declarations: { attributes?: Named[] }[] }[];
    };
    attributes = modules
      .flatMap(({ declarations }) => declarations.flatMap((each) => each.attributes ?? []))
      .map(({ name }) => name);
    expect(attributes).toEqual(expect.arrayContaining(['feed-url', ...Object.keys(values)]));
  });

  const expected = () => attributes.map((name) => [name, values[name] ?? []]);

  it('offers every attribute and value in VS Code', async () => {
    const { tags } = JSON.parse(await read(root, 'vscode.html-custom-data.json')) as {
      tags: { attributes: (Named & { values: Named[] })[] }[];
    };
    const offered = tags.map((tag) =>
      tag.attributes.map((each) => [each.name, each.values.map(({ name }) => name)]),
    );
    expect(offered).toEqual([expected()]);
  });

  it('offers every attribute and value in JetBrains’ editors', async () => {
    const { contributions } = JSON.parse(await read(root, 'web-types.json')) as {
      contributions: {
        html: { elements: { attributes: (Named & { value: { type: string } })[] }[] };
      };
    };
    const offered = contributions.html.elements.map((element) =>
      element.attributes.map(({ name, value }) => [
        name,
        [...value.type.matchAll(/'([^']+)'/g)].map(([, each]) => each),
      ]),
    );
    expect(offered).toEqual([expected()]);
  });
});
