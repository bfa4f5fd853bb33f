/** The licences of all that an installation of one of the packages brings along, and the page that lists them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Installed {
  dependencies?: Record<string, string>;
  license?: string;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Installed>;
};

/** Where the lock file has a package that one at `from` asks for, as Node looks for it. */
function placeOf(name: string, from: string): string {
  const place = `${from && `${from}/`}node_modules/${name}`;
  if (packages[place] || from === '') return place;
  return placeOf(
    name,
    from.includes('/node_modules/') ? from.replace(/\/node_modules\/.*?$/, '') : '',
  );
}

/** Licences by the name of the package; of optional packages too, if they are there. */
function licencesOf(folders: string[]): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const rest = [...folders];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    for (const name of Object.keys(packages[at]?.dependencies ?? {})) {
      const place = placeOf(name, at);
      if (name.startsWith('private-podcast-') || seen.has(place)) continue;
      seen.add(place);
      found.set(name, packages[place]?.license ?? 'none');
      rest.push(place);
    }
  }
  return found;
}

/** Those that ask for no more than their notice. */
const ALLOWED =
  /^(?:0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|ISC|MIT|PostgreSQL|Unlicense|\(MPL-2\.0 OR Apache-2\.0\))$/;

describe('package-lock.json', () => {
  const licences = licencesOf(['', 'packages/conformance', 'packages/service']);

  it('has packages of allowed licences alone', () => {
    expect(licences.size).toBeGreaterThan(50);
    expect([...licences].filter(([, licence]) => !ALLOWED.test(licence))).toEqual([]);
  });

  it('has the packages that docs/licences.md lists', () => {
    const rows = [...new Set(licences.values())].sort().map((licence) => {
      const names = [...licences.keys()].filter((name) => licences.get(name) === licence);
      return `- **${licence}**: ${names.sort().join(', ')}`;
    });
    const listed = readFileSync('docs/licences.md', 'utf8').split('\n');
    expect(listed.filter((line) => line.startsWith('- '))).toEqual(rows);
  });
});
