/** What holds of every command line and of all that is printed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAllowedHosts, readParserHosts } from '../../src/service/commands/allowed-hosts.js';
import { defineCommand, readPort } from '../../src/service/commands/define-command.js';
import { readDatabase } from '../../src/service/commands/database-options.js';
import { printable, printableJson, printableText } from '../../src/service/commands/print.js';
import { statusLines } from '../../src/service/commands/status.js';
import { failureCode } from '../../src/service/failures/failure-code.js';
import { requestIdOf } from '../../src/service/http/request-log.js';
import type { Status } from '../../src/service/operations/status/status-schema.js';
import { expectAtLeast, expectAtMost } from '../support/laws/limits.js';

/** Whether a reader takes a value, and does not throw. */
const takes = (read: () => unknown): boolean => {
  try {
    read();
    return true;
  } catch {
    return false;
  }
};

describe('defineCommand', () => {
  let seen: unknown;
  const command = defineCommand({
    help: '',
    options: {
      one: { type: 'string' },
      many: { type: 'string', multiple: true },
      flag: { type: 'boolean' },
    },
    positionals: ['SKU', 'EMAIL'],
    run(values, ...positionals) {
      seen = [{ ...values }, positionals];
      return Promise.resolve();
    },
  });
  const texts = fc.constantFrom('', 'a', 'a=b', 'a b', '0', 'ü', '--');

  it('reads options in either form and any order, before and after the arguments', () =>
    fc.assert(
      fc.asyncProperty(
        texts.filter((text) => text !== '--'),
        fc.array(texts),
        fc.boolean(),
        fc.nat(),
        async (one, many, flag, seed) => {
          const written = (name: string, value: string) =>
            value.startsWith('-') || (seed + value.length) % 2 === 0
              ? [`--${name}=${value}`]
              : [`--${name}`, value];
          const parts = [
            written('one', one),
            ...many.map((value) => written('many', value)),
            ...(flag ? [['--flag']] : []),
          ];
          const at = seed % (parts.length + 1);
          await command.run([
            ...parts.slice(0, at).flat(),
            'sid:a',
            'a@b.example',
            ...parts.slice(at).flat(),
          ]);
          expect(seen).toEqual([
            { one, ...(many.length > 0 && { many }), ...(flag && { flag }) },
            ['sid:a', 'a@b.example'],
          ]);
        },
      ),
    ));

  it('refuses what it does not know, what is missing and what is too much', async () => {
    for (const args of [
      ['a'],
      ['a', 'b', 'c'],
      ['a', 'b', '--two=1'],
      ['a', 'b', '--one'],
      ['a', 'b', '--flag=1'],
      [],
    ])
      await expect(command.run(args), args.join(' ')).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('options', () => {
  it('have ports from 0 to 65535, in digits alone', async () => {
    await expectAtMost(65_535, (port) => takes(() => readPort(String(port))));
    for (const text of ['', '-1', '1.0', '1e3', ' 1', '0x10', '000080'])
      expect([text, takes(() => readPort(text))]).toEqual([text, false]);
    expect(readPort('0')).toBe(0);
  });

  it('have a database by URL, or a folder', () => {
    for (const database of ['postgres://u@h/d', 'postgresql://h/d'])
      expect(readDatabase({ database })).toEqual({ database });
    for (const database of ['', 'mysql://h/d', 'h/d', ' postgres://h/d', 'postgres:h'])
      expect([database, takes(() => readDatabase({ database }))]).toEqual([database, false]);
    expect(takes(() => readDatabase({ database: 'postgres://h/d', data: 'd' }))).toBe(false);
  });

  it('have hosts with a port, or for the parser without one', () => {
    const hosts = ['a.example:8080', 'localhost:1', '[::1]:8080', '192.0.2.1:80', 'A.Example:80'];
    expect(readAllowedHosts({ 'allow-host': hosts })).toEqual(hosts);
    expect(readParserHosts({ 'parser-host': [...hosts, '*', 'a.example', '[::1]'] })).toHaveLength(
      8,
    );
    for (const host of [
      '',
      'a.example:',
      ':80',
      'https://a.example:80',
      'a.example/:80',
      '::1:80',
      'a b:80',
      'a:123456',
      'a:80:90',
    ]) {
      expect([
        host,
        takes(() => readAllowedHosts({ 'allow-host': ['b.example:80', host] })),
      ]).toEqual([host, false]);
      expect([host, takes(() => readParserHosts({ 'parser-host': [host] }))]).toEqual([
        host,
        false,
      ]);
    }
    for (const host of ['*', 'a.example'])
      expect(takes(() => readAllowedHosts({ 'allow-host': [host] }))).toBe(false);
    expect([readAllowedHosts({}), readParserHosts({})]).toEqual([[], []]);
  });
});

describe('printable, printableText, printableJson', () => {
  const controls = [
    '\u0000',
    '\u001b',
    '\u007f',
    '\u009b',
    '\u00ad',
    '\u200f',
    '\u202e',
    '\u2028',
    '\u2029',
    '\u2066',
    '\ufeff',
    '\u{e0041}',
  ];
  const texts = fc.string({
    unit: fc.constantFrom('a', 'ü', '😀', '\\', '"', '\n', '\r', '\t', ...controls),
  });
  const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

  it('leave nothing in a text that moves the cursor, turns it round or cannot be seen', () =>
    fc.assert(
      fc.property(texts, (text) => {
        expect(printable(text)).not.toMatch(unseen);
        expect(printableText(text).replace(/\r?\n|\r$/g, '')).not.toMatch(unseen);
        expect(printableJson({ text }).replaceAll('\n', '')).not.toMatch(unseen);
      }),
    ));
  it('leave every other text as it is, and JSON the same value', () =>
    fc.assert(
      fc.property(texts, (text) => {
        expect(JSON.parse(printableJson({ [text]: [text] }))).toEqual({ [text]: [text] });
        const plain = text.replace(new RegExp(unseen, 'gu'), '');
        expect([printable(plain), printableText(`${plain}\r\n${plain}\n`)]).toEqual([
          plain,
          `${plain}\r\n${plain}\n`,
        ]);
      }),
    ));
});

describe('statusLines: an age', () => {
  const status = (ageSeconds: number): Status => ({
    ready: true,
    versions: { service: '1', schema: 1, node: '1', database: '1' },
    shows: [{ sku: 'sid:a', ageSeconds }],
    oldLinks: { 'moved-in': 0, 'moved-out': 0, rotated: 0, reset: 0 },
    members: 0,
    grants: [],
    apps: [],
  });
  const age = (seconds: number) =>
    /copy of (.*) ago/.exec(statusLines(status(seconds), new Date()).join('\n'))?.[1];

  it('is in the largest unit that has two of it', async () => {
    expect([0, 1, 119, 120, 7199, 7200, 172_799, 172_800].map(age)).toEqual([
      '0 seconds',
      '1 seconds',
      '119 seconds',
      '2 minutes',
      '119 minutes',
      '2 hours',
      '47 hours',
      '2 days',
    ]);
    await expectAtLeast(120, (seconds) => age(seconds) === '2 minutes');
    await expectAtLeast(7200, (seconds) => age(seconds) === '2 hours');
    await expectAtLeast(172_800, (seconds) => age(seconds) === '2 days');
  });
});

describe('requestIdOf', () => {
  it('takes an ID of 1 to 255 harmless characters, and makes another otherwise', async () => {
    const isKept = (id: string) => requestIdOf(id) === id;
    await expectAtMost(255, (size) => isKept('a'.repeat(size)));
    await expectAtLeast(1, (size) => isKept('a'.repeat(size)));
    for (const id of ['a b', 'a\n', 'ü', '"', '<', 'a.b'])
      expect([id, isKept(id)]).toEqual([id, false]);
    expect(requestIdOf(undefined)).not.toBe(requestIdOf(undefined));
  });
});

describe('failureCode', () => {
  const coded = (code: unknown, cause?: unknown) =>
    Object.assign(new Error('x', { cause }), { code });
  it('is the outermost one in the chain of causes whose form is known', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'ENOSPC',
            '53100',
            '40P01',
            'UND_ERR_SOCKET',
            'CERT_HAS_EXPIRED',
            'secret-code',
            'ABCDE',
            'password',
            '',
            7,
            undefined,
          ),
          { maxLength: 8 },
        ),
        (codes) => {
          const known = codes.find(
            (code) =>
              typeof code === 'string' &&
              /^(ENOSPC|53100|40P01|UND_ERR_SOCKET|CERT_HAS_EXPIRED)$/.test(code),
          );
          expect(
            failureCode(codes.reduceRight<unknown>((cause, code) => coded(code, cause), undefined)),
          ).toBe(known);
        },
      ),
    ));
});
