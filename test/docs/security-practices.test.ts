/** The tables of docs/security-practices.md and SECURITY.md name tests that exist. */
import { describe, expect, it } from 'vitest';
import { read } from './documents.js';
import { isThere, testsNamedIn } from './named-tests.js';

/** The cells of each row of a table, but for the line below its head. */
const rowsOf = (markdown: string) =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^[|\s:-]+$/.test(line))
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));

describe('security-practices.md', () => {
  const rows = rowsOf(read('docs/security-practices.md'))
    .filter(([section = '']) => /^\d/.test(section))
    .map(([section, statement, proof = '']) => ({ section, statement, proof }));

  it('has a test or a reason for each statement', () => {
    expect(rows.length).toBeGreaterThan(25);
    const without = rows.filter(
      ({ proof }) =>
        testsNamedIn(proof, 'docs').length === 0 && !proof.startsWith('Does not apply: '),
    );
    expect(without).toEqual([]);
  });

  it('names tests that exist', () => {
    const named = rows.flatMap(({ proof }) => testsNamedIn(proof, 'docs'));
    expect(named.filter((test) => !isThere(test))).toEqual([]);
  });
});

describe('SECURITY.md', () => {
  const [text = '', table = ''] = read('SECURITY.md').split('\n## What would notice\n');
  const [, ...rows] = rowsOf(table);
  const heading = /^\*\*(.+)\*\*$/;

  it('has rows for each threat, in the order of the threats', () => {
    const threats = [...text.matchAll(/^\*\*([^*]+)\*\*/gm)].map(([, threat]) => threat);
    expect(threats.length).toBeGreaterThan(25);
    const groups = rows.flatMap(([claim = '']) => heading.exec(claim)?.[1] ?? []);
    expect(groups).toEqual(['What is protected', ...threats, 'What is not covered']);
    const kinds = rows.map(([claim = '']) => heading.test(claim));
    expect(kinds.at(-1)).toBe(false);
    // No group is empty.
    expect(kinds.some((isGroup, at) => isGroup && kinds[at + 1])).toBe(false);
  });

  it('has a test for each claim', () => {
    const claims = rows.filter(([claim = '']) => !heading.test(claim));
    expect(claims.length).toBeGreaterThan(130);
    expect(claims.filter(([, proof = '']) => testsNamedIn(proof, '').length === 0)).toEqual([]);
  });

  it('names tests that exist', () => {
    expect(testsNamedIn(table, '').filter((test) => !isThere(test))).toEqual([]);
  });
});
