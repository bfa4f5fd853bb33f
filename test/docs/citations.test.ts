/** Citations in comments can be looked up in this checkout. */
import { describe, expect, it } from 'vitest';
import { documentAt, documents, paths, read } from './documents.js';

const sources = paths.filter(
  (path) =>
    /^(?:src|demo|scripts|bench|test|integrations)\/.+\.(?:[cm]?[jt]s|php|css)$/.test(path) &&
    path !== 'test/docs/citations.test.ts',
);
const cited = [...sources, 'custom-elements.json', ...documents.map(({ path }) => path)];

/** A source as running text, so that a citation may go over the end of a comment's line. */
const runningText = (path: string) => read(path).replace(/\n\s*(?:\*|\/\/|\/\*\*?)?[ \t]*/g, ' ');

describe('documents: citations and decisions', () => {
  it('cite no document outside the checkout', () => {
    expect(cited.filter((path) => /\b(?:INTERFACE|DESIGN)\.md\b/.test(runningText(path)))).toEqual(
      [],
    );
  });

  it('cite existing documents and sections', () => {
    const numbers = (path: string) =>
      documentAt(path).headings.flatMap(({ text }) => /^(\d+(?:\.\d+)?)\b/.exec(text)?.[1] ?? []);
    const known = new Set(documents.map(({ path }) => path));
    const faults = cited.flatMap((path) =>
      [...runningText(path).matchAll(/\b(docs\/[\w/-]+\.md)(?: (\d+(?:\.\d+)?))?/g)].flatMap(
        ([citation, document = '', section]) => {
          const isThere =
            known.has(document) && (section === undefined || numbers(document).includes(section));
          return isThere ? [] : [`${path}: ${citation}`];
        },
      ),
    );
    expect(faults).toEqual([]);
  });

  /** The numbers of the records that this one replaces, and that are gone. */
  function replacedBy(record: string): number[] {
    const [, list = ''] = /takes the place of records? ([^.]+)\./.exec(record) ?? [];
    return [...list.matchAll(/\d+/g)].map(Number);
  }

  it('list every decision in the index, in order', () => {
    const records = documents.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));
    const files = records.map(({ path }) => path.replace('docs/decisions/', ''));
    expect(records.length).toBeGreaterThan(0);
    const taken = records.flatMap(({ path }) => replacedBy(read(path)));
    const numbers = [...files.map((file) => Number(file.slice(0, 4))), ...taken];
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
    const index = documentAt('docs/decisions/README.md');
    expect(index.links.filter((href) => /^\d{4}-/.test(href))).toEqual(files);
  });

  it('give every decision its context, decision and consequences', () => {
    const records = documents.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));
    for (const { path, headings } of records) {
      const [title, ...parts] = headings.map(({ text }) => text);
      expect(title, path).toMatch(new RegExp(`^${Number(/(\d{4})-/.exec(path)?.[1])}\\. `));
      expect(parts, path).toEqual(['Context', 'Decision', 'Consequences']);
    }
  });
});
