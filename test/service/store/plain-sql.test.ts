/**
 * All SQL of the service runs on every engine that speaks Postgres: plain tables, row locks, guarded
 * statements. What only some have is named in `engine-sql.ts`, and this finds it anywhere else.
 */
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { paths, read } from '../../docs/documents.js';

const ENGINE = 'src/service/store/database/engine-sql.ts';
/** Nobody else has a database. */
const WITH_SQL = /^src\/service\/(?:store|operations\/readiness\/write-probe)/;
const ASKS = /(?<!\breq)\.query[<(]/;

/** A statement, or a part of one. A sentence begins with a capital letter, or has no name of ours. */
const SQL = /^\s*(?:[a-z]+ [a-z*?]|[a-z_]+\()|\bpps_|\$\d/;
const FUNCTIONS =
  /^(?:coalesce|count|extract|json_(?:agg|array_elements_text|build_array|build_object|populate_recordset|to_recordset)|max|min|now|to_json)$/;
const TYPES = /^(?:integer|json|text|timestamptz)$/;
/** Of some engines; or of a kind of lock, cursor or column that only some have. */
const WORDS =
  /\b(?:pg_\w+|plpgsql|function|procedure|trigger|advisory|listen|notify|unlogged|temp|temporary|vacuum|analyze|copy|cursor|declare|fetch|skip locked|nowait|for share|lock table|savepoint|serial|bigserial|jsonb|uuid|unnest|generate_series|nextval|partition|inherits|concurrently|materialized|merge|regclass)\b|^(?:call|close|do|set|show) |\$\$|\[\]|[@~]/g;

interface Text {
  path: string;
  sql: string;
}

/** All texts of a source, with `?` where something is put in. */
function textsOf(path: string, code: string): Text[] {
  const found: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push({ path, sql: node.text });
    else if (ts.isTemplateExpression(node)) {
      const rest = node.templateSpans.map(({ literal }) => `?${literal.text}`);
      found.push({ path, sql: node.head.text + rest.join('') });
    }
    if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true));
  return found;
}

/** What is not plain in a text, if it is SQL. */
function oddities(sql: string): string[] {
  // What it writes says nothing, nor do the names that it gives to columns.
  const bare = sql.replaceAll(/'[^']*'|"[^"]*"/g, "''");
  if (!SQL.test(bare)) return [];
  const all = (pattern: RegExp) => [...bare.matchAll(pattern)].map(([all, name = all]) => name);
  return [
    ...all(/\b([a-z_]\w*)\(/g).filter((name) => !FUNCTIONS.test(name)),
    ...all(/::\s*([a-z_]\w*)/g).filter((name) => !TYPES.test(name)),
    ...all(WORDS),
  ];
}

const sources = paths.filter((path) => /^src\/service\/.*\.ts$/.test(path));
const texts = sources
  .filter((path) => WITH_SQL.test(path))
  .flatMap((path) => textsOf(path, read(path)));

describe('engine-sql', () => {
  it('alone has SQL that is not plain', () => {
    const odd = texts.flatMap(({ path, sql }) => oddities(sql).map((name) => `${path}: ${name}`));
    expect(odd.filter((line) => !line.startsWith(ENGINE))).toEqual([]);
    // It has read the statements.
    expect(texts.filter(({ sql }) => /\bpps_\w+ /.test(sql)).length).toBeGreaterThan(90);
    // What is no longer needed has no place here.
    for (const name of ['skip locked', 'to_regclass', 'show ', 'declare', 'fetch', 'close '])
      expect(odd).toContain(`${ENGINE}: ${name}`);
  });

  it('and its neighbours alone ask the database', () => {
    const others = sources.filter((path) => !WITH_SQL.test(path));
    expect(others.filter((path) => ASKS.test(read(path)))).toEqual([]);
  });

  it.each([
    ['listen pps_changes', 'listen'],
    [`do $probe$ begin insert into pps_settings values ('a'); end $probe$`, 'do '],
    ['select pg_advisory_xact_lock(1) from pps_users', 'pg_advisory_xact_lock'],
    ['create trigger changed after update on pps_grants', 'trigger'],
    ['create unlogged table pps_x (id serial primary key)', 'unlogged'],
    ['? where id = any($1::text[])', '[]'],
    ['json_build_array(hash, string_agg(app))', 'string_agg'],
    ['select $1::jsonb', 'jsonb'],
    ['select value from pps_settings where name ~ $1', '~'],
    ['vacuum pps_settings', 'vacuum'],
  ])('is found in %j', (sql, name) => {
    expect(oddities(sql)).toContain(name);
  });
});
