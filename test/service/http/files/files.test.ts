/** Files of grants: however a program writes one, it is read as the same grants, and so is what the service exports. */
import fc from 'fast-check';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  createCheck,
  readCsv,
  readNdjson,
  WrongLine,
} from '../../../../src/service/http/files/read-lines.js';
import { grantColumns, toCsv, toNdjson } from '../../../../src/service/http/files/write-grants.js';
import { grantLineSchema } from '../../../../src/service/http/routes/admin-grants.js';
import type { ListedGrant } from '../../../../src/service/store/ledger/read-members.js';
import { expectAtMost } from '../../../support/laws/limits.js';
import { roundTrip } from '../../../support/laws/round-trip.js';
import { same, spelt } from '../../../support/laws/same.js';
import { anyCase, blanksAround } from '../../../support/laws/spellings/text.js';

type Fields = Partial<Record<'email' | 'sku' | 'until' | 'source', string>>;

const grants: fc.Arbitrary<Fields[]> = fc.array(
  fc.record(
    {
      email: fc.constantFrom(
        'jane@example.org',
        'jürgen@example.org',
        '"a,b"@example.org',
        "o'brien@example.org",
        '+jane@example.org',
        "'=jane@example.org",
        "'jane@example.org",
      ),
      sku: fc.constantFrom('sid:a', '-b:c'),
      until: fc.constantFrom('2030-12-31', '2030-12-31T18:00:00Z', '2030-12-31T18:00:00+01:00'),
      source: fc.constantFrom('admin', 'catalogue', 'events/stripe'),
    },
    { requiredKeys: ['email', 'sku'] },
  ),
  { minLength: 1, maxLength: 5 },
);

const skus = ['sid:a', '-b:c'];
const check = createCheck(grantLineSchema, ({ sku }) =>
  skus.includes(sku) ? undefined : 'Send a `sku` from the catalogue.',
);
const lines = { columns: grantColumns, required: ['email', 'sku'], check };
const readers = { csv: readCsv, ndjson: readNdjson };
type Form = keyof typeof readers;

/** The grants of a file in some chunks, or the line that is wrong. */
async function read(
  form: Form,
  file: string | Uint8Array,
  chunk = 7,
  told = (error: WrongLine): unknown => error.line,
): Promise<unknown> {
  const bytes = Buffer.from(file);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  const found: Fields[] = [];
  try {
    for await (const { email, sku, until, source } of readers[form](Readable.from(chunks), lines))
      found.push({ email, sku, ...(until && { until }), ...(source && { source }) });
    return found;
  } catch (error) {
    if (error instanceof WrongLine) return told(error);
    throw error;
  }
}

const maybe = (...texts: string[]) => fc.constantFrom('', ...texts);
const lineEnds = fc.constantFrom('\n', '\r\n');

/** An address as people type it. */
const typed = (fields: Fields): fc.Arbitrary<Fields> =>
  anyCase(fields.email ?? '').map((email) => ({ ...fields, email }));

/** A field of CSV (RFC 4180), with the apostrophe by which spreadsheets show a formula as text. */
function csvField(text: string): fc.Arbitrary<string> {
  const shown = /^'+[=+\-@]/.test(text)
    ? [`'${text}`]
    : /^[=+\-@]/.test(text)
      ? [text, `'${text}`]
      : [text];
  return fc.tuple(fc.constantFrom(...shown), fc.boolean()).chain(([value, isBare]) => {
    const quoted = `"${value.replaceAll('"', '""')}"`;
    return blanksAround(' ')(isBare && !/[",]/.test(value) ? value : quoted);
  });
}

function csvFile(all: readonly Fields[]): fc.Arbitrary<string> {
  const optional = (['until', 'source'] as const).filter((name) => all.some((each) => each[name]));
  return fc
    .tuple(
      fc.shuffledSubarray(['email', 'sku', ...optional] as const, {
        minLength: 2 + optional.length,
      }),
      fc.tuple(...all.map(typed)),
      lineEnds,
    )
    .chain(([columns, rows, end]) => {
      const fields = rows.map((row) =>
        fc.tuple(...columns.map((name) => csvField(row[name] ?? ''))).map((cells) => cells.join()),
      );
      const gaps = fc.tuple(...rows.map(() => maybe(end)));
      return fc
        .tuple(maybe('\ufeff'), fc.tuple(...fields), gaps, maybe(end))
        .map(([mark, lines, empty, last]) => {
          const body = lines.map((line, index) => `${empty[index]}${line}`).join(end);
          return `${mark}${columns.join()}${end}${body}${last}`;
        });
    });
}

function jsonLine(fields: Fields): fc.Arbitrary<string> {
  const written = (text: string) =>
    fc.constantFrom(
      JSON.stringify(text),
      `"${Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
    );
  return typed(fields)
    .chain((row) => {
      const entries = Object.entries(row);
      return fc.shuffledSubarray(entries, { minLength: entries.length });
    })
    .chain((entries) =>
      fc.tuple(
        ...entries.map(([name, text]) =>
          written(text).chain((value) => blanksAround(' \t')(`"${name}" :${value}`)),
        ),
      ),
    )
    .chain((members) => blanksAround(' \t')(`{${members.join()}}`));
}

const ndjsonFile = (all: readonly Fields[]): fc.Arbitrary<string> =>
  fc
    .tuple(lineEnds, maybe('\ufeff'), fc.tuple(...all.map(jsonLine)), fc.nat(all.length))
    .chain(([end, mark, lines, empty]) =>
      maybe(end).map(
        (last) => mark + lines.map((line, at) => (at === empty ? end : '') + line).join(end) + last,
      ),
    );

const files = { csv: csvFile, ndjson: ndjsonFile };
const writers = { csv: toCsv, ndjson: toNdjson };
const forms = Object.keys(files) as Form[];

/** A file of two good lines and one more. */
const withLine = {
  csv: (line: string) => `email,sku,until\na@example.org,sid:a,\n${line}\nb@example.org,sid:a,\n`,
  ndjson: (line: string) =>
    `\n{"email":"a@example.org","sku":"sid:a"}\n${line}\n{"email":"b@example.org","sku":"sid:a"}\n`,
};

describe.each(forms)('a file of grants: %s', (form) => {
  it('is read alike in any spelling', () =>
    fc.assert(
      fc.asyncProperty(
        grants.chain((all) => fc.tuple(fc.constant(all), files[form](all))),
        fc.integer({ min: 1, max: 80 }),
        async ([all, file], chunk) => {
          expect(await read(form, file, chunk)).toEqual(all);
        },
      ),
    ));

  it('is read as it was exported', () =>
    roundTrip(
      grants.map((all) => all.map((each) => ({ source: 'admin', ...each }) as ListedGrant)),
      async (all) =>
        Buffer.concat(
          (await writers[form](Readable.from(all) as AsyncIterable<ListedGrant>)
            .map((part: string | Uint8Array) => Buffer.from(part))
            .toArray()) as Buffer[],
        ),
      (file) => read(form, file),
    ));

  const line = (fields: Fields) =>
    form === 'csv' ? `${fields.email},${fields.sku},${fields.until ?? ''}` : JSON.stringify(fields);
  it('is refused for all of its wrong lines, of many for the first twenty', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('good', 'address', 'sku', 'form'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 500 }),
        async (kinds, chunk) => {
          const good = { email: 'a@example.org', sku: 'sid:a' };
          const written = {
            good: line(good),
            address: line({ ...good, email: 'x' }),
            sku: line({ ...good, sku: 'x' }),
            form: form === 'csv' ? 'a@example.org' : '{',
          };
          const header = form === 'csv' ? ['email,sku,until'] : [];
          const file = [...header, ...kinds.map((kind) => written[kind])].join('\n');
          const message = await read(form, file || '\n', chunk, (error) => error.message);
          const wrong = kinds.flatMap((kind, at) =>
            kind === 'good' ? [] : at + 1 + header.length,
          );
          if (wrong.length === 0) {
            expect(message).toEqual(kinds.map(() => good));
            return;
          }
          const named = String(message).matchAll(/^Line (\d+): /gm);
          expect([...named].map(([, at]) => Number(at))).toEqual(wrong.slice(0, 20));
          expect(String(message).includes('Lines after these')).toBe(wrong.length >= 20);
          expect(message).toMatch(/Nothing was changed\.$/);
        },
      ),
    ));

  it.each<[string, string]>([
    ['no address', line({ email: 'jane', sku: 'sid:a' })],
    ['an unknown sku', line({ email: 'c@example.org', sku: 'sid:b' })],
    ['a sku in other letters', line({ email: 'c@example.org', sku: 'SID:A' })],
    ['an end that is no date', line({ email: 'c@example.org', sku: 'sid:a', until: '2030-02-30' })],
    [
      'an end without a zone',
      line({ email: 'c@example.org', sku: 'sid:a', until: '2030-02-20T10:00:00' }),
    ],
    ['no grant', form === 'csv' ? 'a,b' : '[]'],
    ['half a grant', form === 'csv' ? '"a' : '{"email":'],
    [
      'an unknown field',
      form === 'csv'
        ? 'c@example.org,sid:a,,x'
        : '{"email":"c@example.org","sku":"sid:a","untill":"2030-01-01"}',
    ],
  ])('names the line that has %s', async (_what, wrong) => {
    expect(await read(form, withLine[form](wrong))).toBe(3);
  });
});

describe('readNdjson', () => {
  it('takes lines of at most 4,096 characters', () =>
    expectAtMost(4_096, async (size) => {
      const long = '{"email":"c@example.org","sku":"sid:a"}'.padEnd(size);
      return (await read('ndjson', withLine.ndjson(long))) !== 3;
    }));
});

describe('readCsv: the header', () => {
  it('is read in any order of its columns, and refused with any other name or one of them twice', async () => {
    for (const header of [
      'sku',
      'email',
      'email,sku,sku',
      'email,sku,end',
      'Email,sku',
      'email;sku',
      '',
    ])
      expect([header, await read('csv', `${header}\na@example.org,sid:a,x\n`)]).toEqual([
        header,
        1,
      ]);
  });
});

describe('createCheck', () => {
  it('reads an address as people type it', () =>
    same(
      (email) => check({ email, sku: 'sid:a' }, 1).email,
      spelt(fc.constantFrom('jane@example.org', 'jürgen@example.org'), (plain) =>
        anyCase(plain).chain(blanksAround()),
      ),
      (plain) => plain,
    ));
});
