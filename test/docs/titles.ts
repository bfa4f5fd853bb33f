/** The titles of the tests, read from their sources: a failed test is known in a log by its title alone. */
import ts from 'typescript';
import { paths, read } from './documents.js';

export interface Title {
  /** Path of the test from the root, and the line. */
  place: string;
  text: string;
}

const isTest = (path: string) => /^test\/.*\.test\.ts$/.test(path);
const isSource = (path: string) =>
  /^(?:src|scripts|demo|bench|packages|integrations|docs\/\.vitepress)\/.*\.(?:ts|js|mjs|php)$/.test(
    path,
  );

const parse = (path: string) =>
  ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);

/** The name of what is called, without `.each(…)`, `.skipIf(…)` and the like: `describe` or `it`. */
function calledName(call: ts.CallExpression): string {
  let called: ts.Expression = call.expression;
  while (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) {
    called = called.expression;
  }
  return ts.isIdentifier(called) ? called.text : '';
}

/** The text of a title, or of a call that adds to it. Values that a template puts in are left as `…`. */
function titleText(title: ts.Expression | undefined): string | undefined {
  if (!title) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  if (ts.isIdentifier(title)) return title.text;
  if (ts.isPropertyAccessExpression(title) && title.name.text === 'name') {
    return titleText(title.expression);
  }
  if (ts.isCallExpression(title)) return titleText(title.arguments[0]);
  if (!ts.isTemplateExpression(title)) return undefined;
  return [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** The titles of the top-level `describe`s of one test. */
export function describeTitles(path: string): Title[] {
  const source = parse(path);
  return source.statements.flatMap((statement) => {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression))
      return [];
    const call = statement.expression;
    if (calledName(call) !== 'describe') return [];
    const { line } = source.getLineAndCharacterOfPosition(call.getStart());
    return { place: `${path}:${line + 1}`, text: titleText(call.arguments[0]) ?? '' };
  });
}

const hasExport = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function exportsOf(path: string): string[] {
  if (path.endsWith('.php')) return [/\/(\w+)\.php$/.exec(path)?.[1] ?? ''];
  return parse(path).statements.flatMap((statement) => {
    if (!hasExport(statement)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    }
    const { name } = statement as ts.Statement & { name?: ts.Identifier };
    return name ? [name.text] : [];
  });
}

/** The titles of all tests' top-level `describe`s. */
export const titles: readonly Title[] = paths.filter(isTest).flatMap(describeTitles);

/** Every name that a file outside the tests exports. */
export const exportedNames: ReadonlySet<string> = new Set(
  paths.filter(isSource).flatMap(exportsOf),
);

/** Whether a title begins with an exported name, as `parsePodcast` and `parsePodcast: dates` do. */
export function beginsWithExport(
  text: string,
  names: ReadonlySet<string> = exportedNames,
): boolean {
  const [name] = /^[A-Za-z_$][\w$]*/.exec(text) ?? [];
  return name !== undefined && names.has(name);
}
