/** The project's documents, read as Markdown: their headings, links, tables, code spans and code blocks. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { marked, type Token, type Tokens } from 'marked';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders that are made, not written. */
const MADE =
  /(?:^|\/)(?:node_modules|\.git|\.cache|dist|docs\/reference)(?:\/|$)|^packages\/[\w-]+\/(?:docs|CHANGELOG\.md$)/;

/** Every file and folder of the checkout, as a path from its root with `/` between names. */
export const paths: readonly string[] = list('');

function list(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (MADE.test(path)) return [];
    return entry.isDirectory() ? [path, ...list(path)] : [path];
  });
}

export function read(path: string): string {
  return readFileSync(`${root}${path}`, 'utf8').replaceAll('\r\n', '\n');
}

export interface Document {
  /** Path from the root, such as `docs/interface.md`. */
  path: string;
  headings: { text: string; anchor: string }[];
  links: string[];
  codeSpans: string[];
  codeBlocks: { language: string; code: string }[];
  tables: Table[];
}

export interface Table {
  /** Text of the header's cells. */
  header: string[];
  /** Each cell of each row: its text, and the code in it. */
  rows: { text: string; codeSpans: string[] }[][];
}

/** Every token below these, themselves included. */
function allOf(tokens: readonly Token[]): Token[] {
  const found: Token[] = [];
  void marked.walkTokens([...tokens], (token) => void found.push(token));
  return found;
}

/** The text that a reader sees of inline tokens. */
function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}

const codeSpansOf = (tokens: readonly Token[]): string[] =>
  allOf(tokens).flatMap((token) => (token.type === 'codespan' ? String(token.text) : []));

function readTable({ header, rows }: Tokens.Table): Table {
  return {
    header: header.map(({ tokens }) => textOf(tokens)),
    rows: rows.map((row) =>
      row.map(({ tokens }) => ({ text: textOf(tokens), codeSpans: codeSpansOf(tokens) })),
    ),
  };
}

export function readDocument(path: string, markdown = read(path)): Document {
  const tokens = allOf(marked.lexer(markdown));
  const slugger = new GithubSlugger();
  const ofType = <T extends Token>(...types: T['type'][]) =>
    tokens.filter((token): token is T => types.includes(token.type));
  return {
    path,
    headings: ofType<Tokens.Heading>('heading').map((heading) => {
      const text = textOf(heading.tokens);
      return { text, anchor: slugger.slug(text) };
    }),
    links: ofType<Tokens.Link | Tokens.Image>('link', 'image').map(({ href }) => href),
    codeSpans: ofType<Tokens.Codespan>('codespan').map(({ text }) => text),
    codeBlocks: ofType<Tokens.Code>('code').map(({ lang = '', text }) => ({
      // Words after the language are for the guide: `html live` runs there.
      language: lang.split(' ')[0] ?? '',
      code: text,
    })),
    tables: ofType<Tokens.Table>('table').map(readTable),
  };
}

/** The documents for people: those at the root and everything in `docs`. */
export const documents: readonly Document[] = paths
  .filter((path) => /^(?:[\w-]+|docs\/.+)\.md$/.test(path))
  .map((path) => readDocument(path));

/** The folders of the packages, from the root. */
export const packageFolders: readonly string[] = [
  '.',
  ...paths.filter((path) => /^packages\/[\w-]+$/.test(path)),
];

export function documentAt(path: string): Document {
  const document = documents.find((each) => each.path === path);
  if (!document) throw new Error(`There is no document ${path}.`);
  return document;
}

/** The tables of a document whose first column has this title. */
export function tablesOf({ tables }: Document, title: string): Table[] {
  return tables.filter(({ header }) => header[0] === title);
}
