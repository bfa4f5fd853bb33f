/** Each word of the glossary that is ours leads there where a document first uses it. */
import { posix } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { documentAt, documents, read } from './documents.js';

const GLOSSARY = 'docs/glossary.md';

/** In their usual sense, and on every page. */
const plain = ['app', 'feed-url-link', 'member', 'publisher'];

const terms = documentAt(GLOSSARY)
  .headings.slice(1)
  .filter(({ anchor }) => !plain.includes(anchor))
  .map(({ text, anchor }) => ({
    anchor,
    use: new RegExp(`(?<![\\w-])${text.toLowerCase().replace(' ', '\\s+')}s?(?![\\w-])`, 'i'),
  }));

/** For those who work on the code, or judge it; and what is about a version, or a list of documents. */
const OTHERS =
  /^(?:CHANGELOG|CONTRIBUTING|SECURITY|docs\/(?:README|glossary|architecture|recipes|testing|dependencies|licences|playground|decisions\/.+))\.md$/;
const readers = documents.filter(({ path }) => !OTHERS.test(path));

interface Use {
  text: string;
  /** The anchor in the glossary, if it leads there. */
  anchor?: string | undefined;
}

/** The prose of a document in its order, and its links to the glossary; not headings, code and other links. */
function usesIn(path: string, tokens: readonly Token[]): Use[] {
  return tokens.flatMap((token): Use[] => {
    if (/^(?:heading|code|codespan|html|image)$/.test(token.type)) return [];
    if (token.type === 'link') {
      const { href, text } = token as Tokens.Link;
      const [file = '', anchor] = href.split('#');
      const isGlossary = posix.join(posix.dirname(path), file) === GLOSSARY;
      return isGlossary ? [{ text, anchor }] : [];
    }
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].flat().flatMap((cell) => usesIn(path, cell.tokens));
    }
    if (token.type === 'list') return usesIn(path, (token as Tokens.List).items);
    if ('tokens' in token && token.tokens) return usesIn(path, token.tokens);
    return 'text' in token ? [{ text: String(token.text) }] : [];
  });
}

/** The words whose first use does not lead to the glossary. */
function unlinkedIn(path: string, markdown: string): string[] {
  const uses = usesIn(path, marked.lexer(markdown));
  return terms.flatMap(({ anchor, use }) => {
    const first = uses.find(({ text }) => use.test(text));
    return first && first.anchor !== anchor ? [anchor] : [];
  });
}

describe('docs/glossary.md', () => {
  it('has the words, in alphabetical order', () => {
    expect(terms.map(({ anchor }) => anchor)).toEqual(
      expect.arrayContaining(['consume-page', 'handler', 'operator', 'parser', 'sku']),
    );
    const words = documentAt(GLOSSARY)
      .headings.slice(1)
      .map(({ text }) => text.toLowerCase());
    expect(words).toEqual([...words].sort());
    expect(
      plain.filter((each) => !documentAt(GLOSSARY).headings.some(({ anchor }) => anchor === each)),
    ).toEqual([]);
  });

  it.each(readers.map(({ path }) => path))('is where a first use leads to: %s', (path) => {
    expect(unlinkedIn(path, read(path))).toEqual([]);
  });

  it.each([
    ['An operator and the [operator](glossary.md#operator).', ['operator']],
    ['An [operator](glossary.md#operator) and the operator.', []],
    ['The [Operators](glossary.md#sku).', ['operator']],
    ['| a |\n| - |\n| parser |', ['parser']],
    ['- one\n- two **handlers**', ['handler']],
    ['# An operator\n\n`operator` [operator](running.md) cooperators, operator-led', []],
  ])('is missed, or is not: %j', (markdown, missing) => {
    expect(unlinkedIn('docs/any.md', markdown)).toEqual(missing);
  });

  it('is asked of many documents', () => {
    expect(readers.length).toBeGreaterThan(20);
  });
});
