/** The error catalogue has every code of `src/errors`, and says of each what to do. */
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors/private-podcast-error.js';
import { documentAt, tablesOf } from './documents.js';

const catalogue = documentAt('docs/errors.md');
const codes = tablesOf(catalogue, 'code').flatMap(({ rows }) => rows);

describe('errorCodes: docs/errors.md', () => {
  it('has every code once, and no other', () => {
    expect(codes.map(([code]) => code?.codeSpans[0])).toEqual([...errorCodes]);
  });

  it('gives the meaning of each code, who fixes it, and how', () => {
    const short = codes.filter((cells) =>
      cells.slice(1).some(({ text }) => text.trim().length < 4),
    );
    expect(short).toEqual([]);
    expect(new Set(codes.map(({ length }) => length))).toEqual(new Set([4]));
  });

  it('names only existing codes in its other tables', () => {
    const named = catalogue.tables.flatMap(({ header, rows }) =>
      header.flatMap((title, column) =>
        title.startsWith('code') ? rows.flatMap((row) => row[column]?.codeSpans ?? []) : [],
      ),
    );
    expect(named.length).toBeGreaterThan(errorCodes.length + 10);
    expect(named.filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([]);
  });
});
