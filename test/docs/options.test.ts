/** The guide's tables of options list what the types have, all of it, with its defaults. */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DEADLINE_MS } from '../../src/api/deadline.js';
import { DEFAULT_ACCESS_TTL_SECONDS } from '../../src/api/flow/member-ids.js';
import { defaultScope } from '../../src/api/client.js';
import { defaultParserFormat } from '../../src/api/parser-url.js';
import { serve } from '../../src/service/commands/serve.js';
import { checker, exportsOf } from './entry-points.js';
import { documentAt, paths, read, tablesOf, type Table } from './documents.js';

interface OptionTable {
  /** The type, which is the title of the table's first column. */
  type: string;
  entryPoint: string;
  document: string;
  /** Options that are objects, and listed by the names of what is in them: `limits.member`. */
  expanded?: string[];
}

const optionTables: OptionTable[] = [
  { type: 'SubscribeTokenClaims', entryPoint: 'publisher.ts', document: 'docs/publisher.md' },
  {
    type: 'SubscribeHandlerOptions',
    entryPoint: 'publisher.ts',
    document: 'docs/publisher.md',
    expanded: ['limits'],
  },
  { type: 'SharedCache', entryPoint: 'publisher.ts', document: 'docs/publisher.md' },
  { type: 'FeedServiceConfig', entryPoint: 'api.ts', document: 'docs/publisher.md' },
  { type: 'JwksVerifierOptions', entryPoint: 'publisher.ts', document: 'docs/publisher.md' },
  { type: 'GhostVerifierOptions', entryPoint: 'publisher.ts', document: 'docs/ghost.md' },
  { type: 'RenderOptions', entryPoint: 'server.ts', document: 'docs/server-rendering.md' },
  {
    type: 'ServerConfig',
    entryPoint: 'service.ts',
    document: 'docs/running.md',
    expanded: ['subscribe', 'fetchLimits'],
  },
];

interface Option {
  name: string;
  /** The number or code that its docstring gives as the default. */
  default: string | undefined;
}

const withoutCommas = (text: string) => text.replace(/(?<=\d),(?=\d{3})/g, '');

function optionsOf(type: ts.Type, expanded: readonly string[] = [], parent = ''): Option[] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const { name } = property;
    if (expanded.includes(name)) {
      const inner = checker.getNonNullableType(checker.getTypeOfSymbol(property));
      return optionsOf(inner, [], `${name}.`);
    }
    const text = ts.displayPartsToString(property.getDocumentationComment(checker));
    const [, value] = /default:? (?:"|`)?(\d[\d,.]*\d|\d|true|false)/i.exec(text) ?? [];
    return { name: `${parent}${name}`, default: value && withoutCommas(value) };
  });
}

function typeOf({ type, entryPoint }: OptionTable): ts.Type {
  const [symbol] = [...exportsOf(entryPoint)].find(([, name]) => name === type)!;
  return checker.getDeclaredTypeOfSymbol(symbol);
}

function tableOf({ type, document }: OptionTable): Table {
  const [table, ...more] = tablesOf(documentAt(document), type);
  expect(more, `tables of ${type}`).toEqual([]);
  return table!;
}

/** The text in a column of the row of an option. */
function cellOf(table: Table, option: string, column: string): string {
  const row = table.rows.find(([first]) => first?.codeSpans.includes(option));
  return withoutCommas(row?.[table.header.indexOf(column)]?.text ?? '');
}

describe.each(optionTables)('the table of $type', (entry) => {
  const { rows } = tableOf(entry);

  it('lists every option, and no other', () => {
    const listed = rows.flatMap(([first]) => first?.codeSpans ?? []);
    const options = optionsOf(typeOf(entry), entry.expanded).map(({ name }) => name);
    expect(listed.sort()).toEqual(options.sort());
  });

  it('gives the default of the docstring', () => {
    const table = tableOf(entry);
    const stated = optionsOf(typeOf(entry), entry.expanded).filter(
      ({ default: value }) => value !== undefined,
    );
    const given = stated.map(({ name }) => [
      name,
      /^\S*/.exec(cellOf(table, name, 'default'))?.[0],
    ]);
    expect(given).toEqual(stated.map(({ name, default: value }) => [name, value]));
  });
});

it('gives the defaults of the code', () => {
  const ofClient = tableOf(optionTables.find(({ type }) => type === 'FeedServiceConfig')!);
  const given = ['deadline', 'accessTtl', 'scope', 'parserFormat'].map((option) =>
    cellOf(ofClient, option, 'default'),
  );
  expect(given).toEqual(
    [
      ...[DEFAULT_DEADLINE_MS, DEFAULT_ACCESS_TTL_SECONDS],
      ...[defaultScope, defaultParserFormat],
    ].map(String),
  );
});

it('lists every option of the command that runs the service', () => {
  const table = tableOf(optionTables.find(({ type }) => type === 'ServerConfig')!);
  const column = table.header.indexOf('command line');
  const listed = table.rows.flatMap((row) => row[column]?.codeSpans ?? []);
  const options = [...serve.help.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option]) => option);
  expect(listed.sort()).toEqual(options.sort());
});

it('lists every variable of the environment, with its option', () => {
  const [table] = tablesOf(documentAt('docs/running.md'), 'variable');
  const listed = table!.rows.map(([variable, meaning]) => [
    variable!.codeSpans[0],
    meaning!.codeSpans.find((each) => each.startsWith('--') && !meaning!.text.startsWith('no ')),
  ]);
  const ofOptions = [...serve.help.matchAll(/^ {2}(PPS_\w+) +(--[\w-]+)$/gm)].map(
    ([, variable, option]) => [variable, option],
  );
  expect(ofOptions.length).toBeGreaterThan(5);
  const sources = paths.filter((path) => /^src\/service\/.+\.ts$/.test(path)).map(read);
  const readings = sources.flatMap((source) => [...source.matchAll(/\benv\.(PPS_\w+)/g)]);
  const secrets = [...new Set(readings.map(([, variable]) => variable))].map((variable) => {
    const option = `--${variable!.replace('PPS_', '').toLowerCase().replaceAll('_', '-')}`;
    return [variable, serve.help.includes(`  ${option} `) ? option : undefined];
  });
  expect(listed.sort()).toEqual([...ofOptions, ...secrets].sort());
});

it('lists every value of private-podcast-subscribe/apps', () => {
  const [table] = tablesOf(documentAt('docs/element/apps.md'), 'export');
  const values = [...exportsOf('apps.ts')].filter(([{ flags }]) => flags & ts.SymbolFlags.Value);
  expect(table?.rows.flatMap(([first]) => first?.codeSpans ?? []).sort()).toEqual(
    values.map(([, name]) => name).sort(),
  );
});
