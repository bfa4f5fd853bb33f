/**
 * A feed's tags and texts, read in one walk. What changes a text says so in its token, and the
 * changes become edits of the feed: every other character stays as it is.
 */
import { Tokenizer } from 'htmlparser2';
import { decodeEntities } from '../../../podcast/xml/entities.js';
import type { Edit } from './splice.js';

export interface Text {
  /** `markup` is a comment, a processing instruction or a declaration. */
  kind: 'attribute' | 'text' | 'cdata' | 'markup';
  /** Lower-case name of the tag before it. Empty after an end tag. */
  tag: string;
  /** Lower-case name of the attribute. Empty for other texts. */
  attribute: string;
  /** The same as the feed writes it. */
  attributeName: string;
  /** Offsets of the first character and after the last one. */
  start: number;
  end: number;
  /** The text in the feed, its entities decoded. */
  written: string;
  /** The text that it becomes. */
  text: string;
}

export interface Tag {
  kind: 'open' | 'empty' | 'close';
  /** The name as the feed writes it. */
  name: string;
  start: number;
  end: number;
  attributes: Text[];
}

export type Token = Text | Tag;

export const isText = (token: Token): token is Text => 'text' in token;

/** Reads the tokens of a feed, well-formed or not, in the order of their start. */
export function readTokens(xml: string): Token[] {
  const tokens: Token[] = [];
  let tag = '';
  let attributeName = '';
  let open: Tag | undefined;

  function addText(kind: Text['kind'], start: number, end: number): void {
    const raw = xml.slice(start, end);
    const written = kind === 'attribute' || kind === 'text' ? decodeEntities(raw) : raw;
    const attribute = attributeName.toLowerCase();
    const text = { kind, tag, attribute, attributeName, start, end, written, text: written };
    tokens.push(text);
    if (kind === 'attribute') open?.attributes.push(text);
  }
  function endTag(kind: 'open' | 'empty', end: number): void {
    if (open) Object.assign(open, { kind, end: end + 1 });
    open = undefined;
    attributeName = '';
    if (kind === 'empty') tag = '';
  }
  const addMarkup = (start: number, end: number) => addText('markup', start, end);
  const ignore = () => undefined;

  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname(start, end) {
        const name = xml.slice(start, end);
        tag = name.toLowerCase();
        open = { kind: 'open', name, start: start - 1, end, attributes: [] };
        tokens.push(open);
      },
      onattribname(start, end) {
        attributeName = xml.slice(start, end);
      },
      onattribdata: (start, end) => addText('attribute', start, end),
      onopentagend: (end) => endTag('open', end),
      onselfclosingtag: (end) => endTag('empty', end),
      onclosetag(start, end) {
        tag = '';
        const from = xml.lastIndexOf('<', start);
        const after = xml.indexOf('>', end) + 1;
        const name = xml.slice(start, end);
        tokens.push({ kind: 'close', name, start: from, end: after || end, attributes: [] });
      },
      ontext: (start, end) => addText('text', start, end),
      oncdata: (start, end, endOffset) => addText('cdata', start, end - endOffset),
      oncomment: (start, end, endOffset) => addMarkup(start, end - endOffset),
      onprocessinginstruction: addMarkup,
      ondeclaration: addMarkup,
      onattribend: ignore,
      onattribentity: ignore,
      ontextentity: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
  return tokens;
}

/** Leaves out the tokens inside ranges that are removed from the feed. */
export function tokensOutside(tokens: readonly Token[], removed: readonly Edit[]): Token[] {
  const ranges = removed.toSorted((one, other) => one.start - other.start).values();
  let next = ranges.next().value;
  let removedTo = 0;
  return tokens.filter(({ start }) => {
    while (next && next.start <= start) {
      removedTo = Math.max(removedTo, next.end);
      next = ranges.next().value;
    }
    return start >= removedTo;
  });
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An attribute's value with its quotes. */
export const quoted = (value: string): string => `"${escapeXml(value).replaceAll('"', '&quot;')}"`;

/** A text as it is written in an element, or in the CDATA section that it must not end. */
export const escaped = (kind: Text['kind'], text: string): string =>
  kind === 'cdata' ? text.replaceAll(']]>', ']]]]><![CDATA[>') : escapeXml(text);

function editOf({ kind, start, end, text }: Text, xml: string): Edit {
  if (kind === 'markup') {
    // Without what stood between them, two hyphens would end a comment.
    const isComment = xml.startsWith('<!--', start - 4);
    return { start, end, text: isComment ? text.replace(/-(?=-|$)/g, '- ') : text };
  }
  if (kind !== 'attribute') return { start, end, text: escaped(kind, text) };
  const value = quoted(text);
  const isQuoted = /["']/.test(xml[start - 1] ?? '');
  return isQuoted ? { start: start - 1, end: end + 1, text: value } : { start, end, text: value };
}

/** The edits that change a feed's texts to what became of them. */
export function textEdits(xml: string, tokens: readonly Token[]): Edit[] {
  return tokens
    .filter((token) => isText(token) && token.text !== token.written)
    .map((token) => editOf(token as Text, xml));
}
