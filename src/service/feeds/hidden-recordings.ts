/**
 * Takes the URLs of the recordings out of a show's feed, for a product whose recordings are signed.
 * In place of each one is a placeholder, which is filled with a URL of the member's own.
 */
import { Tokenizer } from 'htmlparser2';
import { decodeEntities } from '../../podcast/xml/entities.js';
import { isWebUrl, parseUrl } from '../../urls/web-url.js';
import { hash } from '../store/secrets.js';
import { escapeAttribute, escapeCdata, escapeXml, RECORDING } from './own-urls.js';
import { splice, type Edit } from './splice.js';

/** A recording's URL by its ID: the first 72 bits of the URL's hash, base64url. */
export type Recordings = Record<string, string>;

/** A domain that nobody can own (RFC 2606 §2). */
const PLACE = 'https://recordings.invalid/';
const PLACEHOLDER = /https:\/\/recordings\.invalid\/([\w-]{12})\//g;
const ID_LENGTH = 12;
/** A URL in a text, as far as a recording's may be in it. */
const URL_IN_TEXT = /https?:\/\/[^\s"'<>]+/gi;

const idOf = (url: string): string => hash(url).slice(0, ID_LENGTH);

/** The file's name stays at the end, because some apps tell the format by it. */
function placeholderFor(url: string): string {
  const name =
    parseUrl(url)
      ?.pathname.split('/')
      .at(-1)
      ?.replace(/[^\w.-]/g, '') ?? '';
  return `${PLACE}${idOf(url)}/${name || 'recording'}`;
}

interface Token {
  kind: 'attribute' | 'text' | 'cdata';
  /** Lower-case name of the element, and for an attribute its own after a blank. */
  name: string;
  start: number;
  end: number;
  text: string;
}

/** Calls back with every text and attribute of a document, and with the end tags of items. */
function readTokens(xml: string, onToken: (token: Token) => void, onItem?: (end: number) => void) {
  const ignore = () => undefined;
  let tag = '';
  let attribute = '';
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname(start, end) {
        tag = xml.slice(start, end).toLowerCase();
      },
      onattribname(start, end) {
        attribute = xml.slice(start, end).toLowerCase();
      },
      onattribdata(start, end) {
        const text = decodeEntities(xml.slice(start, end));
        onToken({ kind: 'attribute', name: `${tag} ${attribute}`, start, end, text });
      },
      ontext(start, end) {
        const text = decodeEntities(xml.slice(start, end));
        onToken({ kind: 'text', name: tag, start, end, text });
      },
      oncdata(start, end, endOffset) {
        const text = xml.slice(start, end - endOffset);
        onToken({ kind: 'cdata', name: tag, start, end: end - endOffset, text });
      },
      onclosetag(start, end) {
        tag = '';
        if (xml.slice(start, end).toLowerCase() === 'item') onItem?.(start - 2);
      },
      onselfclosingtag: () => {
        tag = '';
      },
      oncomment: ignore,
      onprocessinginstruction: ignore,
      ondeclaration: ignore,
      onattribend: ignore,
      onattribentity: ignore,
      ontextentity: ignore,
      onopentagend: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
}

const escapes = { attribute: escapeAttribute, text: escapeXml, cdata: escapeCdata };

/**
 * Puts placeholders in place of the recordings' URLs, wherever they are. A GUID becomes a hash, and
 * an episode without one gets it: apps would take a URL that changes for a new episode.
 */
export function hideRecordings(xml: string): { xml: string; recordings: Recordings } {
  const urls = new Set<string>();
  readTokens(xml, ({ kind, name, text }) => {
    const url = text.trim();
    if (kind === 'attribute' && RECORDING.test(name) && isWebUrl(url)) urls.add(url);
  });

  const edits: Edit[] = [];
  let hasGuid = false;
  let first = '';
  readTokens(
    xml,
    ({ kind, name, start, end, text }) => {
      const isGuid = name === 'guid';
      hasGuid ||= isGuid && text.trim() !== '';
      if (kind === 'attribute' && RECORDING.test(name)) first ||= text.trim();
      const hidden = text.replace(URL_IN_TEXT, (url) =>
        urls.has(url) ? (isGuid ? hash(url) : placeholderFor(url)) : url,
      );
      if (hidden !== text) edits.push({ start, end, text: escapes[kind](hidden) });
    },
    (start) => {
      if (!hasGuid && first !== '') {
        const guid = `<guid isPermaLink="false">${hash(first)}</guid>`;
        edits.push({ start, end: start, text: guid });
      }
      hasGuid = false;
      first = '';
    },
  );
  const recordings = Object.fromEntries([...urls].map((url) => [idOf(url), url]));
  return { xml: splice(xml, edits), recordings };
}

/**
 * Fills the placeholders, in a feed or in the JSON made of it.
 * @param urlOf URL of a recording by its ID, without a final slash
 */
export function fillRecordings(text: string, urlOf: (id: string) => string): string {
  return text.replace(PLACEHOLDER, (_, id: string) => `${urlOf(id)}/`);
}
