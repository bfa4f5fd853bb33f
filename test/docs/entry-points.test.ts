/**
 * The names of each entry point, and that each type of ours that an exported signature mentions is
 * exported by the same entry point, so that users can name what they pass and what they get. Each has
 * a docstring, which the API reference of the guide is made from.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from './documents.js';
import { checker, exportsOf, files, resolved } from './entry-points.js';

/** Whether a part of a declaration is no part of its signature. */
function isHidden(node: ts.Node): boolean {
  if (ts.isBlock(node)) return true;
  if (ts.isPrivateIdentifier((node as ts.NamedDeclaration).name ?? node)) return true;
  const isInner = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return ts.isClassElement(node) && (ts.getCombinedModifierFlags(node) & isInner) !== 0;
}

/** Whether another module of `src` could use it: what is local to one is spelled out by editors. */
function isExported(declaration: ts.Declaration): boolean {
  const { fileName } = declaration.getSourceFile();
  const flags = ts.getCombinedModifierFlags(declaration);
  return fileName.startsWith(join(root, 'src')) && (flags & ts.ModifierFlags.Export) !== 0;
}

/** The types of `src` that a declaration mentions. */
function mentionsOf(node: ts.Node, found = new Set<ts.Symbol>()): Set<ts.Symbol> {
  if (isHidden(node)) return found;
  if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
    const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
    const symbol = checker.getSymbolAtLocation(name);
    const target = symbol && resolved(symbol);
    const isOurs = target?.declarations?.some(isExported);
    if (isOurs) found.add(target!);
  }
  const isValue = ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node);
  ts.forEachChild(node, (child) => {
    if (!(isValue && child === node.initializer)) mentionsOf(child, found);
  });
  return found;
}

/** Values, types apart. */
const values: Record<string, string[]> = {
  'api.ts': ['PrivatePodcastError', 'createFeedServiceClient'],
  'apps.ts': [
    ...['PrivatePodcastError', 'appLink', 'apps', 'appsFor'],
    ...['detectInAppBrowser', 'detectPlatform', 'readAppOverrides'],
  ],
  'podcast.ts': ['PrivatePodcastError', 'parsePodcast', 'podcastSchema'],
};

describe.each(Object.entries(values))('the entry point %s: values', (file, names) => {
  it('exports these values and no others', () => {
    const exported = [...exportsOf(file)].filter(([{ flags }]) => flags & ts.SymbolFlags.Value);
    expect(exported.map(([, name]) => name).sort()).toEqual(names);
  });
});

const ofElement = exportsOf('index.ts');
const frameworks = ['react.ts', 'jsx.ts', 'vue.ts'];

describe.each(files)('the entry point %s: types', (file) => {
  const exported = exportsOf(file);
  // The types for frameworks are those of the element, under the framework's own name for it.
  const known = frameworks.includes(file) ? new Map([...ofElement, ...exported]) : exported;

  it('exports each type that its signatures mention', () => {
    const missing = [...exported].flatMap(([symbol, name]) =>
      (symbol.declarations ?? []).flatMap((declaration) =>
        [...mentionsOf(declaration)]
          .filter((type) => !known.has(type))
          .map((type) => `${name}: ${type.name}`),
      ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('says of everything it exports what it is', () => {
    const isEmpty = ([symbol]: [ts.Symbol, string]) =>
      ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() === '';
    expect([...exported].filter(isEmpty).map(([, name]) => name)).toEqual([]);
  });
});
