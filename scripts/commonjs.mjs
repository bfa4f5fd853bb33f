/**
 * Writes the entry points for CommonJS: a file that requires the module, as Node can since 20.19, and
 * types that are taken from the module's own. There is one implementation. Without these files
 * TypeScript's `module: node16` refuses to import the package from CommonJS (TS1479).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/**
 * The names that a module's declarations export, and whether each names a type.
 * @param {string} file
 */
function declaredNames(file) {
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : []).map((symbol) => {
    const isAlias = symbol.flags & ts.SymbolFlags.Alias;
    const { flags } = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    return { name: symbol.name, isType: (flags & ts.SymbolFlags.Type) !== 0 };
  });
}

/** @param {string} folder of the built files @param {string} entry such as `podcast` */
async function writeEntry(folder, entry) {
  const path = join(folder, entry);
  const values = Object.keys(await import(pathToFileURL(`${path}.js`).href));
  const from = `'./${entry}.js' with { 'resolution-mode': 'import' }`;
  const declarations = declaredNames(`${path}.d.ts`).map(({ name, isType }) => {
    // By name, because an alias would lose the parameters of a generic type.
    if (!values.includes(name)) return `export type { ${name} } from ${from};\n`;
    const value = `export declare const ${name}: typeof esm.${name};\n`;
    return isType ? `${value}export type ${name} = esm.${name};\n` : value;
  });
  // Also if nothing is exported: the module may add to the types of others.
  const types = `import type * as esm from ${from};\n${declarations.join('')}export {};\n`;
  writeFileSync(`${path}.d.cts`, types);
  writeFileSync(`${path}.cjs`, `module.exports = require('./${entry}.js');\n`);
}

/**
 * Does so for each entry point that `exports` of a package.json offers to `require`.
 * @param {string} folder of the package
 */
export async function writeCommonJs(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const { require } of /** @type {any[]} */ (Object.values(exports))) {
    const [, entry] = /^\.\/dist\/(\w+)\.cjs$/.exec(require?.default) ?? [];
    if (entry) await writeEntry(join(folder, 'dist'), entry);
  }
}
