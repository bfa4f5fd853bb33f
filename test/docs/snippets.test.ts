/** The code in the documents is code: it has a language, parses, and fits the package's types. */
import { Parser } from 'htmlparser2';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { documents, read, root } from './documents.js';

interface Snippet {
  /** Name for messages, such as `README.md 3`. */
  name: string;
  language: string;
  code: string;
}

/** Its code needs the frameworks: `test/frameworks` builds it, type-checks it and runs it. */
const FRAMEWORKS = 'docs/frameworks.md';

const isHere = ({ path }: { path: string }) => path !== FRAMEWORKS;

/** A package that a reader installs: `test/tools` type-checks what needs it, and runs it. */
const isSelfContained = ({ code }: { code: string }) => !code.includes("from 'openapi-fetch'");

const snippets: Snippet[] = documents.filter(isHere).flatMap(({ path, codeBlocks }) =>
  codeBlocks.filter(isSelfContained).map(({ language, code }, index) => ({
    name: `${path} ${index + 1}`,
    language,
    code,
  })),
);

const inLanguage = (...languages: string[]) =>
  snippets.filter(({ language }) => languages.includes(language));

/** Declarations that the documents' code relies on: names that a reader has on their own site. */
const surroundings = `
import type { Context, Hono } from 'hono';
import type { FeedServiceConfig } from 'private-podcast-subscribe/api';
import type { SubscribeHandler } from 'private-podcast-subscribe/publisher';
import type { PrivatePodcastSubscribe } from 'private-podcast-subscribe';

declare global {
  /** A site in Hono, and its log-in. */
  const app: Hono;
  function yourSession(c: Context): Promise<{ email: string } | undefined>;

  /** Their subscribe handler. */
  const subscribe: SubscribeHandler;

  /** The element on a page. */
  const element: PrivatePodcastSubscribe;

  /** The operator's addresses and the publisher's credentials. */
  const config: FeedServiceConfig;
  const email: string;
}
`;

/** Type-checks scripts as modules of this package; what JavaScript leaves open may be anything, also null. */
function faultsOfScripts(scripts: readonly Snippet[]): string[] {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const given = { name: 'surroundings', language: 'd.ts', code: surroundings };
  const files = new Map(
    [given, ...scripts].map(({ name, language, code }) => [
      `${root}test/docs/${name.replace(/\W+/g, '-')}.${language}`,
      { name, code: `${code}\nexport {};\n` },
    ]),
  );
  const host = ts.createCompilerHost(options);
  host.fileExists = (path) => files.has(path) || ts.sys.fileExists(path);
  host.readFile = (path) => files.get(path)?.code ?? ts.sys.readFile(path);
  const program = ts.createProgram({
    rootNames: [...files.keys()],
    options: { ...options, noEmit: true, strict: false },
    host,
  });
  return [...files].flatMap(([path, { name }]) => {
    const file = program.getSourceFile(path);
    const diagnostics = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ];
    return diagnostics.map(
      ({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

const { modules } = JSON.parse(read('custom-elements.json')) as {
  modules: { declarations: { tagName?: string; attributes?: { name: string }[] }[] }[];
};
const attributes = new Set(
  modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName !== undefined)
    .flatMap((declaration) => declaration.attributes ?? [])
    .map(({ name }) => name),
);
const EVERYWHERE = /^(?:id|class|lang|dir|slot|style|hidden|part|data-.+)$/;

/** Tags that nobody closed, and attributes that the element does not have. */
function faultsOfHtml({ name, code }: Snippet): string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag(tag, given) {
      if (tag !== 'private-podcast-subscribe') return;
      const unknown = Object.keys(given).filter(
        (each) => !attributes.has(each) && !EVERYWHERE.test(each),
      );
      faults.push(...unknown.map((each) => `${name}: no attribute ${each}`));
    },
    onclosetag(tag, implied) {
      const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/.test(
        tag,
      );
      if (implied && !isVoid) faults.push(`${name}: <${tag}> is not closed`);
    },
  });
  parser.end(code);
  return faults;
}

function faultsOfJson({ name, code }: Snippet): string[] {
  try {
    JSON.parse(code);
    return [];
  } catch (error) {
    return [`${name}: ${String(error)}`];
  }
}

describe('code in documents', () => {
  it('has a language that is checked, or is plain text or a command', () => {
    const languages = /^(js|ts|html|json|css|sh|text|php|python|ruby|nginx|caddy|csv)$/;
    expect(snippets.filter(({ language }) => !languages.test(language))).toEqual([]);
  });

  it('fits the types of the package', () => {
    expect(inLanguage('js', 'ts').length).toBeGreaterThan(3);
    expect(faultsOfScripts(inLanguage('js', 'ts'))).toEqual([]);
  }, 240_000);

  it('is HTML with closed tags and with attributes that the element has', () => {
    expect(inLanguage('html').length).toBeGreaterThan(0);
    expect(inLanguage('html').flatMap(faultsOfHtml)).toEqual([]);
  });

  it('is valid JSON', () => {
    expect(inLanguage('json').length).toBeGreaterThan(0);
    expect(inLanguage('json').flatMap(faultsOfJson)).toEqual([]);
  });
});
