/** `docs/architecture.md` and `CONTRIBUTING.md` say what the code and its configuration say. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import cruiser from '../../.dependency-cruiser.mjs';
import { documentAt, paths, read, tablesOf } from './documents.js';

const architecture = documentAt('docs/architecture.md');

/** The code in two columns of a table, by the first column. */
function pairs(title: string, column: number): [first: string, other: string[]][] {
  const rows = tablesOf(architecture, title).flatMap((table) => table.rows);
  return rows.map((row) => [row[0]?.codeSpans[0] ?? '', row[column]?.codeSpans ?? []]);
}

interface Rule {
  name: string;
  to: { pathNot?: string };
}

const forbidden = cruiser.forbidden as Rule[];

/** The names that a rule lets pass. */
const exceptionsOf = ({ to }: Rule) => /\((.*)\)/.exec(to.pathNot ?? '')?.[1]?.split('|') ?? [];

describe('docs/architecture.md', () => {
  it('has the table of imports that is checked', () => {
    const allowed = forbidden.flatMap((rule): [string, string[]][] => {
      const folder = /^(.+)-imports$/.exec(rule.name)?.[1];
      if (folder === undefined) return [];
      return [
        [
          `src/${folder}`,
          exceptionsOf(rule)
            .filter((each) => each !== folder)
            .sort(),
        ],
      ];
    });
    const documented = pairs('folder', 2).map(([folder, uses]): [string, string[]] => [
      folder,
      [...uses].sort(),
    ]);
    expect(allowed.length).toBeGreaterThan(5);
    expect(documented).toEqual(allowed);
  });

  it('names the files of src/api that a browser may load', () => {
    const rule = forbidden.find(({ name }) => name === 'browser-safe');
    const allowed = rule ? exceptionsOf(rule).map((name) => `src/api/${name}.ts`) : [];
    expect(allowed.length).toBeGreaterThan(0);
    expect(
      pairs('browser-safe file', 1)
        .map(([path]) => path)
        .sort(),
    ).toEqual(allowed.sort());
  });

  it('names every part that the element loads later, and no other', () => {
    const loaded = paths
      .filter((path) => /^src\/components\/.+\.ts$/.test(path))
      .flatMap((path) =>
        [...read(path).matchAll(/\bimport\(\s*'(\.[^']+)\.js'\s*\)/g)].map(([, relative = '']) =>
          posix.join(posix.dirname(path), `${relative}.ts`),
        ),
      )
      .map((path) =>
        path
          .replace(/(icons\/apps)\/.+/, '$1/<app>.ts')
          .replace(/(components\/texts(?:\/player)?)\/[a-z]{2}(-\w+)?\.ts/, '$1/<code>.ts'),
      );
    expect(
      pairs('loaded later', 1)
        .map(([path]) => path)
        .sort(),
    ).toEqual([...new Set(loaded)].sort());
  });
});

describe('CONTRIBUTING.md', () => {
  it('lists every script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const listed = tablesOf(documentAt('CONTRIBUTING.md'), 'script').flatMap(({ rows }) =>
      rows.map((row) => row[0]?.codeSpans[0]?.replace(/^npm (?:run )?/, '')),
    );
    // npm runs `pregallery` before `gallery`: nobody starts it.
    const started = Object.keys(scripts).filter((name) => !name.startsWith('pre'));
    expect(listed.sort()).toEqual(started.sort());
  });
});

describe('README.md', () => {
  it('has a line for every dependency', () => {
    const packages = ['package.json', 'packages/service/package.json'].flatMap((path) => {
      const { dependencies, peerDependencies } = JSON.parse(read(path)) as Record<
        string,
        Record<string, string>
      >;
      return Object.keys({ ...dependencies, ...peerDependencies });
    });
    const listed = tablesOf(documentAt('README.md'), 'package').flatMap(({ rows }) =>
      rows.flatMap((row) => row[0]?.codeSpans ?? []),
    );
    expect(listed.sort()).toEqual([...new Set(packages)].sort());
  });
});
