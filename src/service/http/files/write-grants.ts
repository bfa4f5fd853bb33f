/** Grants as a file: CSV or lines of JSON, written as fast as they are read. */
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { ListedGrant } from '../../store/ledger/read-members.js';

export const grantColumns = ['email', 'sku', 'until', 'source'] as const;

/** A field that a spreadsheet takes for a formula, or that was such a field before it was quoted. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

/** The apostrophe makes a spreadsheet show the text. {@link unquoteFormula} takes it away. */
export const quoteFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that {@link quoteFormula} was given. */
export const unquoteFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

async function* linesOf(grants: AsyncIterable<ListedGrant>): AsyncGenerator<string> {
  for await (const grant of grants) yield `${JSON.stringify(grant)}\n`;
}

/** Lines of JSON, one for each grant. */
export function toNdjson(grants: AsyncIterable<ListedGrant>): Readable {
  return Readable.from(linesOf(grants), { objectMode: false });
}

/** CSV (RFC 4180) with a header line. */
export function writeCsv<Row extends object>(
  rows: AsyncIterable<Row>,
  columns: readonly (keyof Row & string)[],
): Readable {
  const csv = stringify({
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    cast: { string: quoteFormula },
  });
  // The pipeline has ended both streams by then, and nothing else is left to do.
  return pipeline(Readable.from(rows), csv, () => undefined);
}

/** CSV of grants, which can be read again. */
export const toCsv = (grants: AsyncIterable<ListedGrant>): Readable =>
  writeCsv(grants, grantColumns);
