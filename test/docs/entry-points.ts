/** The entry points of both packages, as the compiler sees them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './documents.js';

const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);

/** Their files, such as `apps.ts`. */
export const files = readdirSync(join(root, 'src')).filter((name) => name.endsWith('.ts'));

const program = ts.createProgram(
  files.map((name) => join(root, 'src', name)),
  options,
);

export const checker = program.getTypeChecker();

/** Resolves a name that is exported from elsewhere. */
export const resolved = (symbol: ts.Symbol): ts.Symbol =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

/** The exports of an entry point, each with its name there. */
export function exportsOf(file: string): Map<ts.Symbol, string> {
  const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, 'src', file))!)!;
  return new Map(checker.getExportsOfModule(module).map((each) => [resolved(each), each.name]));
}
