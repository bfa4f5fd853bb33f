/** What headers of requests mean, in any spelling of RFC 9110: codings, entity tags and ranges. */
import fc from 'fast-check';
import { brotliDecompressSync, gunzipSync, brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodedAnswer } from '../../../../src/service/http/answers/encoded-answer.js';
import { rangeOf } from '../../../../src/service/http/answers/range.js';
import { same, spelt } from '../../../support/laws/same.js';
import { anyCase, asHeaderList, blanksAround } from '../../../support/laws/spellings/text.js';

const text = Buffer.from('A feed. '.repeat(20));
const body = {
  hash: 'abc',
  identity: Uint8Array.from(text),
  gzip: Uint8Array.from(gzipSync(text)),
  br: Uint8Array.from(brotliCompressSync(text)),
};
const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Uint8Array) => Buffer.from(bytes),
};
type Coding = keyof typeof decoders;
const tags = { br: '"abc-br"', gzip: '"abc-gzip"', identity: '"abc"' };

const answerTo = (headers: Record<string, string>) => {
  const { status, headers: sent, body: bytes } = encodedAnswer((name) => headers[name], body, {});
  return { status, coding: (sent['Content-Encoding'] ?? 'identity') as Coding, sent, bytes };
};

const weights = fc.constantFrom('', ';q=1', ';q=0.001', ' ; q=0.5', ';q=0', ';q=0.0', '; Q=0.000');
const accepted = fc.uniqueArray(
  fc.record({ coding: fc.constantFrom('br', 'gzip', 'identity', '*', 'zstd'), weight: weights }),
  { selector: ({ coding }) => coding, maxLength: 5 },
);

describe('encodedAnswer: Accept-Encoding', () => {
  it('takes the smallest coding that is not refused, and says so of what it sends', () =>
    fc.assert(
      fc.property(
        accepted.chain((all) =>
          asHeaderList(all.map(({ coding, weight }) => coding + weight))
            .chain(anyCase)
            .map((header) => [all, header] as const),
        ),
        ([all, header]) => {
          const isRefused = (weight: string) => /=0(\.0*)?$/.test(weight);
          const weightOf = (coding: string) =>
            (all.find((each) => each.coding === coding) ?? all.find((each) => each.coding === '*'))
              ?.weight ?? ';q=0';
          const best = (['br', 'gzip'] as const).find((coding) => !isRefused(weightOf(coding)));
          const { status, coding, sent, bytes } = answerTo({ 'accept-encoding': header });
          expect([status, coding]).toEqual([200, best ?? 'identity']);
          expect(Buffer.from(decoders[coding](bytes as Uint8Array))).toEqual(text);
          expect(sent).toMatchObject({ ETag: tags[coding], Vary: 'Accept-Encoding' });
        },
      ),
    ));
});

describe('encodedAnswer: If-None-Match', () => {
  const other = fc.constantFrom('"abcd"', '"ab"', 'W/"ab"', '""', '"abc-zstd"', '"a b"');
  const lists = (tag: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.array(other, { maxLength: 3 }), tag, fc.array(other, { maxLength: 3 }))
      .chain(([before, own, after]) => asHeaderList([...before, own, ...after]));

  it('answers with 304 to a list that holds a tag of the body, weak or not, in any coding', () =>
    fc.assert(
      fc.property(
        lists(
          fc.constantFrom(...Object.values(tags)).chain((tag) => fc.constantFrom(tag, `W/${tag}`)),
        ),
        fc.constantFrom('', 'gzip', 'br'),
        (header, coding) => {
          const { status, bytes } = answerTo({
            'if-none-match': header,
            'accept-encoding': coding,
          });
          expect([status, bytes]).toEqual([304, undefined]);
        },
      ),
    ));
  it('answers with 304 to an asterisk, and with the body to other tags', () => {
    expect(answerTo({ 'if-none-match': ' * ' }).status).toBe(304);
    fc.assert(
      fc.property(lists(other), (header) => {
        expect(answerTo({ 'if-none-match': header }).status).toBe(200);
      }),
    );
  });
});

describe('rangeOf', () => {
  const number = fc.nat({ max: 12 });
  const size = fc.nat({ max: 10 });
  const bytesOf = (range: ReturnType<typeof rangeOf>) =>
    typeof range === 'string'
      ? range
      : Array.from({ length: range.end - range.start + 1 }, (_, index) => range.start + index);

  it('selects the bytes that RFC 9110 says, and refuses a range without any', () =>
    fc.assert(
      fc.property(size, fc.option(number), fc.option(number), (size, first, last) => {
        fc.pre(first !== null || last !== null);
        const all = Array.from({ length: size }, (_, index) => index);
        const isInvalid = first !== null && last !== null && last < first;
        const selected =
          first === null
            ? all.slice(Math.max(0, size - last!))
            : all.filter((at) => at >= first && at <= (last ?? size));
        const expected = isInvalid ? 'all' : selected.length > 0 ? selected : 'unsatisfiable';
        expect(bytesOf(rangeOf(`bytes=${first ?? ''}-${last ?? ''}`, size))).toEqual(expected);
      }),
      { numRuns: 500 },
    ));

  it('gives parts that make up the file', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9 }), (size, step) => {
        const found: unknown[] = [];
        for (let at = 0; at < size; at += step)
          found.push(bytesOf(rangeOf(`bytes=${at}-${at + step - 1}`, size)));
        expect(found.flat()).toEqual(Array.from({ length: size }, (_, index) => index));
      }),
    ));

  it('is read in any case, with blanks around it', () =>
    same(
      (header) => rangeOf(header, 10),
      spelt(fc.constantFrom('bytes=0-0', 'bytes=-3', 'bytes=4-'), (plain) =>
        anyCase(plain).chain(blanksAround(' \t')),
      ),
    ));

  it('is all of the file for what is no single range of bytes', () => {
    for (const header of [
      '',
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=0-1,3-4',
      'items=0-1',
      'bytes=a-b',
      'bytes=1.5-2',
      'bytes 0-1',
    ])
      expect([header, rangeOf(header, 10)]).toEqual([header, 'all']);
    expect(rangeOf(undefined, 10)).toBe('all');
  });
});
