/** Every link, path and script that a document names is there. */
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents, paths, read, readDocument, type Document } from './documents.js';

const known = new Set(paths);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The fault of a link, if it has one. Links to other sites are not requested. */
function faultOfLink({ path, headings }: Document, href: string): string | undefined {
  if (/^(?:https:|mailto:)/.test(href)) return URL.canParse(href) ? undefined : `${href}: no URL`;
  const [file = '', anchor] = href.split('#');
  const target = file ? posix.join(posix.dirname(path), file).replace(/\/$/, '') : path;
  if (file && !known.has(target)) return `${href}: no such file`;
  if (anchor === undefined) return undefined;
  const sections = file ? readDocument(target).headings : headings;
  return sections.some((section) => section.anchor === anchor)
    ? undefined
    : `${href}: no such heading`;
}

/** A path from the root, in code: of a file or folder, or with `*` or `<name>` for any of several. */
const REPOSITORY_PATH =
  /^(?:src|test|docs|demo|scripts|bench|tsconfig|integrations|\.github)\/\S*$/;

function faultOfPath(path: string): string | undefined {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**', '.+')
    .replace(/(?<!\.)\*|<[\w ]+>/g, '[^/]+');
  const matcher = new RegExp(`^${pattern}$`);
  return paths.some((each) => matcher.test(each)) ? undefined : `${path}: no such file`;
}

/** Paths in code: alone, or among the words of a command. */
function faultsOfPaths(code: string): string[] {
  const words = code.split(/[\s'"]+/).filter((word) => REPOSITORY_PATH.test(word));
  return words.flatMap((word) => faultOfPath(word) ?? []);
}

function faultsOfScripts(code: string): string[] {
  return [...code.matchAll(/\bnpm run ([\w:-]+)/g)].flatMap(([command, name = '']) =>
    name in scripts ? [] : [`${command}: no such script`],
  );
}

describe.each(documents)('$path', (document) => {
  it('has links that lead somewhere, and names files and scripts that are there', () => {
    const { links, codeSpans, codeBlocks } = document;
    const commands = codeBlocks.filter(({ language }) => language === 'sh');
    const faults = [
      ...links.flatMap((href) => faultOfLink(document, href) ?? []),
      ...[...codeSpans, ...commands.map(({ code }) => code)].flatMap(faultsOfPaths),
      ...[...codeSpans, ...codeBlocks.map(({ code }) => code)].flatMap(faultsOfScripts),
    ];
    expect(faults).toEqual([]);
  });
});
