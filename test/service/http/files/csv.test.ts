/** Exported CSV holds no formula for a spreadsheet. */
import { parse } from 'csv-parse/sync';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  quoteFormula,
  toCsv,
  unquoteFormula,
} from '../../../../src/service/http/files/write-grants.js';
import type { ListedGrant } from '../../../../src/service/store/ledger/read-members.js';

/** With these a spreadsheet begins a formula; a tab or CR may be taken off before it. */
const starts = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

const exported = (grants: readonly ListedGrant[]) =>
  text(toCsv(Readable.from(grants) as AsyncIterable<ListedGrant>));

describe('quoteFormula', () => {
  it.each(starts)(
    'makes a text of one that begins with %j, and unquoteFormula the same again',
    (start) => {
      for (const formula of [`${start}1+1`, start, `'${start}1`, `''${start}1`]) {
        expect(quoteFormula(formula)).toBe(`'${formula}`);
        expect(unquoteFormula(quoteFormula(formula))).toBe(formula);
      }
    },
  );

  it.each(["o'brien@example.org", "'o@example.org", 'a=1@example.org', '2030-12-31', ''])(
    'leaves %j as it is, and so does unquoteFormula',
    (plain) => {
      expect(quoteFormula(plain)).toBe(plain);
      expect(unquoteFormula(plain)).toBe(plain);
    },
  );
});

describe('toCsv', () => {
  // An address or sku that begins with the others is none.
  const addresses = ['=', '+', '-', '＝', '＋', '－'].map((start) => `${start}cmd|1@example.org`);
  const grants: ListedGrant[] = [
    ...addresses.map((email) => ({ email, sku: '-a:b', source: 'admin' })),
    { email: "'=a@example.org", sku: 'sid:a', until: '2030-12-31', source: 'admin' },
    { email: '"@;=1,\'"@example.org', sku: 'sid:a', source: 'admin' },
  ];

  it('begins no field with a formula', async () => {
    const fields = parse(await exported(grants)).flat();
    expect(fields).toHaveLength(4 * (grants.length + 1));
    for (const start of starts) {
      expect(fields.filter((field) => field.startsWith(start))).toEqual([]);
    }
    for (const email of addresses) expect(fields).toContain(`'${email}`);
    expect(fields).toContain("'-a:b");
  });
});
