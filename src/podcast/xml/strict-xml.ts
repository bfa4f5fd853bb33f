/**
 * Reads XML as the strictest readers of feeds do: what is not well-formed (XML 1.0, Namespaces in XML)
 * is refused. The package's own reader takes everything that it can, so it cannot tell.
 */
import { SaxesParser } from 'saxes';
import { Namespaces } from './namespaces.js';

export interface StrictElement {
  /** With the usual prefix of its namespace: "itunes:block". As written otherwise: RSS counts case. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: StrictElement[];
  /** Its own text, without that of its children. */
  text: string;
}

export interface StrictXml {
  root: StrictElement;
  hasDoctype: boolean;
}

/** A document that is not well-formed. The message is a part of a sentence, and quotes nothing. */
export class NotWellFormed extends Error {}

/** Deeper than any feed. Attackers write deeper ones. */
const MAX_DEPTH = 256;

/** The label of the encoding: by byte-order mark, else the HTTP charset, else the declaration. */
function encodingOf(bytes: Uint8Array, contentType: string): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return (
    /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /^<\?xml\b[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/.exec(start)?.[1] ??
    'utf-8'
  );
}

/** @throws {NotWellFormed} if the bytes are not in the encoding that the answer names. */
export function decodeStrictly(bytes: Uint8Array, contentType: string): string {
  try {
    return new TextDecoder(encodingOf(bytes, contentType), { fatal: true }).decode(bytes);
  } catch {
    throw new NotWellFormed('its bytes are not in the encoding that it names');
  }
}

/** The usual name, and the case as it was written where no namespace decides. */
function usualName(written: string, namespaces: Namespaces): string {
  const usual = namespaces.nameOf(written.toLowerCase());
  return usual.includes(':') ? usual : written.slice(written.indexOf(':') + 1);
}

/** The parser's complaint, without its place and without what it quotes of the feed. */
const faultIn = (message: string) =>
  message
    .replace(/^\d+:\d+: /, '')
    .replace(/[:."'<].*$/s, '')
    .trim();

/** @throws {NotWellFormed} */
export function readStrictly(text: string): StrictXml {
  const parser = new SaxesParser({ xmlns: true });
  const open: { element: StrictElement; namespaces: Namespaces }[] = [];
  let root: StrictElement | undefined;
  let hasDoctype = false;
  const refuse = (what: string): never => {
    throw new NotWellFormed(`${what} (line ${parser.line})`);
  };
  const addText = (more: string) => {
    const { element } = open.at(-1) ?? {};
    if (element) element.text += more;
  };
  parser.on('error', ({ message }) => {
    const fault = faultIn(message);
    // The entities that a DTD declares are not known here.
    if (!(hasDoctype && fault === 'undefined entity')) refuse(fault);
  });
  parser.on('doctype', () => (hasDoctype = true));
  parser.on('opentag', ({ name: written, attributes: found }) => {
    if (open.length === MAX_DEPTH) refuse('elements are nested too deeply');
    const attributes = new Map(Object.values(found).map(({ name, value }) => [name, value]));
    const outer = open.at(-1);
    const namespaces = (outer?.namespaces ?? new Namespaces()).with([...attributes].flat());
    const element = { name: usualName(written, namespaces), attributes, children: [], text: '' };
    if (outer) outer.element.children.push(element);
    else root = element;
    open.push({ element, namespaces });
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return root ? { root, hasDoctype } : refuse('it has no element');
}

/** The child elements of a name. */
export const childrenOf = ({ children }: StrictElement, name: string): StrictElement[] =>
  children.filter((child) => child.name === name);

/** The text of the first child of a name, without blanks around it; empty if there is none. */
export const textOf = (element: StrictElement, name: string): string =>
  childrenOf(element, name)[0]?.text.trim() ?? '';
