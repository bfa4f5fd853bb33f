/** The documents that a package brings along link to what is in it, or to the repository. */
import { describe, expect, it } from 'vitest';
import { forPackage } from '../../scripts/package-documents.mjs';

const given = {
  folder: 'packages/service',
  paths: ['CHANGELOG.md', 'docs/running.md', 'docs/runbook.md'],
  version: '1.2.3',
};

describe('forPackage', () => {
  it.each([
    ['[a](running.md#x)', '[a](running.md#x)'],
    ['[a](../CHANGELOG.md)', '[a](../CHANGELOG.md)'],
    ['[a](../packages/service/deploy/nginx.conf)', '[a](../deploy/nginx.conf)'],
    ['[a](#x) [b](https://a.example) <c>', '[a](#x) [b](https://a.example) <c>'],
    ['([a\nb](scale.md), [`c`](../SECURITY.md#y))', '(a\nb, `c`)'],
    ['[a [b]](../README.md)', 'a [b]'],
  ])('without a repository: %j', (written, expected) => {
    expect(forPackage(written, 'docs/runbook.md', given)).toBe(expected);
  });

  it('with a repository', () => {
    const repository = 'https://git.example/owner/name';
    const of = (written: string, path: string) =>
      forPackage(written, path, { ...given, repository });
    expect(of('[a](scale.md#z)', 'docs/running.md')).toBe(
      `[a](${repository}/blob/v1.2.3/docs/scale.md#z)`,
    );
    expect(of('[a](docs/running.md) [b](docs/stripe.md)', 'CHANGELOG.md')).toBe(
      `[a](docs/running.md) [b](${repository}/blob/v1.2.3/docs/stripe.md)`,
    );
  });
});
