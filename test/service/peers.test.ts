/** Which releases of the service's optional packages are accepted. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
const { peerDependencies = {}, peerDependenciesMeta = {} } = read('package.json');

/** Packages of the publisher's own app, which has chosen its release already. */
const frameworks = ['@lit/react', 'react', 'vue'];
const servicePeers = Object.entries(peerDependencies).filter(
  ([name]) => !frameworks.includes(name),
);

describe('the packages that only the service needs', () => {
  // Earlier releases of several have known weaknesses. A new one is accepted when it is tested.
  it.each(servicePeers)('%s: no release before the one that is tested here', (name, range) => {
    const { version } = read(`node_modules/${name}/package.json`) as unknown as {
      version: string;
    };
    const [lowest] = range.split(' || ');
    expect(lowest).toBe(`^${version}`);
    expect(range).toMatch(/^\^\d+\.\d+\.\d+(?: \|\| \^\d+\.\d+\.\d+)*$/);
  });

  it('are all optional', () => {
    expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(peerDependencies));
  });
});
