/** The error catalogue has every code of `src/errors` under its own address, and says of each what to do. */
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors/private-podcast-error.js';
import { documentAt, read } from './documents.js';

const path = 'docs/errors.md';
const catalogue = documentAt(path);
const anchors = catalogue.headings.map(({ anchor }) => anchor);
/** The text below the heading of each code. */
const entries = new Map(
  read(path)
    .split(/^#+ /m)
    .flatMap((section): [string, string][] => {
      const [, code, text = ''] = /^`([\w-]+)`\n([^]*)/.exec(section) ?? [];
      return code === undefined ? [] : [[code, text]];
    }),
);

describe('errorCodes: docs/errors.md', () => {
  it('has every code once, and no other', () => {
    expect([...entries.keys()]).toEqual([...errorCodes]);
  });

  it('has the addresses that the element’s warnings end in', () => {
    expect(anchors).toEqual(expect.arrayContaining([...errorCodes, 'hints']));
  });

  it('gives the meaning of each code, who fixes it, and how', () => {
    const short = [...entries].filter(
      ([, text]) => !/^\n.{10,}\n\n\*\*.{6,}:\*\* .{10,}/.test(text.replace(/(.)\n(?=.)/g, '$1 ')),
    );
    expect(short).toEqual([]);
  });

  it('names only existing codes in its tables', () => {
    const named = catalogue.tables.flatMap(({ header, rows }) =>
      header.flatMap((title, column) =>
        title.startsWith('code') ? rows.flatMap((row) => row[column]?.codeSpans ?? []) : [],
      ),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([]);
  });

  it('is where the element’s warnings say, once the package has a home page', () => {
    const { homepage = '' } = JSON.parse(read('package.json')) as { homepage?: string };
    const base = homepage && `${homepage.replace(/\/?(#.*)?$/, '')}/`;
    expect(read('src/components/page/warn.ts')).toContain(`: \${text} ${base}${path}#`);
  });
});
