/** Every package that the project depends on says somewhere what it is for. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Manifest {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}
const [manifest, service, conformance] = ['', 'packages/service/', 'packages/conformance/'].map(
  (folder) => JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Manifest,
) as [Manifest, Manifest, Manifest];
const page = readFileSync('docs/dependencies.md', 'utf8');
const testing = readFileSync('docs/testing.md', 'utf8');

/** Packages named together: "`eslint` and its plugins" and the types of another package. */
const belongs = (name: string): boolean =>
  /^(@eslint\/|eslint-(config|plugin)-|@web\/(dev-server|test-runner)|@types\/)/.test(name);

describe('documents: dependencies', () => {
  const { dependencies, peerDependencies } = manifest;
  const shipped = Object.keys({
    ...dependencies,
    ...peerDependencies,
    ...service.dependencies,
    ...conformance.dependencies,
  });
  it.each(shipped)('have a line for %s in docs/dependencies.md', (name) => {
    expect(page).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\|`, 'm'));
  });

  const others = Object.keys(manifest.devDependencies).filter((name) => !shipped.includes(name));
  it.each(others.filter((name) => !belongs(name)))(
    'have a line for %s in docs/testing.md',
    (name) => {
      expect(testing).toMatch(new RegExp(`^\\|.*\`${name}\`.*\\|`, 'm'));
    },
  );
});
