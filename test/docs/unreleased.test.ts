/** Until npm has the packages, no document sends anybody there without saying how to get them today. */
import { describe, expect, it } from 'vitest';
import { documents, read } from './documents.js';

/** As `npm publish` sees it: `scripts/check-publication.mjs`. */
const isReleased = 'repository' in (JSON.parse(read('package.json')) as object);
const promise = /\b(?:npx(?: --no)?|npm install)(?: -\S+)* private-podcast-/;
/** What they say is about the packages as they will be. */
const ofReleases = /^(?:CHANGELOG\.md|docs\/decisions\/)/;

const promising = documents.filter(
  ({ path, codeSpans, codeBlocks }) =>
    !ofReleases.test(path) &&
    [...codeSpans, ...codeBlocks.map(({ code }) => code)].some((code) => promise.test(code)),
);

describe('documents: packages that npm does not have', () => {
  it.each(promising.map(({ path, links, headings }) => ({ path, links, headings })))(
    'are told of in $path',
    ({ links, headings }) => {
      const tells =
        links.some((link) => link.endsWith('#not-on-npm-yet')) ||
        headings.some(({ anchor }) => anchor === 'not-on-npm-yet');
      expect(tells).toBe(!isReleased);
    },
  );

  it('are in some document', () => {
    expect(promising.length).toBeGreaterThan(5);
  });
});
