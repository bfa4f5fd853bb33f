/** Until npm has the packages, no document sends anybody there without saying how to get them today. */
import { describe, expect, it } from 'vitest';
import { documents, packageFolders, paths, read, readDocument } from './documents.js';

/** As `npm publish` sees it: `scripts/publication.mjs`. */
const manifests = packageFolders.map(
  (folder) => JSON.parse(read(`${folder}/package.json`)) as { version: string },
);
const isReleased = manifests.every((manifest) => 'repository' in manifest);
const promise = /\b(?:npx(?: --no)?|npm install)(?: -\S+)* private-podcast-/;
/** What they say is about the packages as they will be. */
const ofReleases = /^(?:CHANGELOG\.md|docs\/decisions\/)/;

/** The pages of the packages on npm, which have no other document beside them, and those of the examples. */
const beside = paths.filter((path) => /^(?:packages|examples)\/.*\.md$/.test(path));
const notYet = 'npm does not have it yet';

const promising = [...documents, ...beside.map((path) => readDocument(path))].filter(
  ({ path, codeSpans, codeBlocks }) =>
    !ofReleases.test(path) &&
    [...codeSpans, ...codeBlocks.map(({ code }) => code)].some((code) => promise.test(code)),
);

describe('documents: packages that npm does not have', () => {
  it.each(promising.map(({ path, links, headings }) => ({ path, links, headings })))(
    'are told of in $path',
    ({ path, links, headings }) => {
      const tells =
        read(path).replaceAll('\n', ' ').includes(notYet) ||
        links.some((link) => link.endsWith('#not-on-npm-yet')) ||
        headings.some(({ anchor }) => anchor === 'not-on-npm-yet');
      expect(tells).toBe(!isReleased);
    },
  );

  it('are in some document', () => {
    expect(promising.length).toBeGreaterThan(5);
    const pages = packageFolders.map((folder) => `${folder}/README.md`.replace('./', ''));
    const paths = promising.map(({ path }) => path);
    expect(pages.filter((page) => !paths.includes(page))).toEqual([]);
  });

  it('are released together, by one version', () => {
    expect(manifests.length).toBe(3);
    expect(new Set(manifests.map((manifest) => 'repository' in manifest)).size).toBe(1);
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
  });
});
