/**
 * Removes the URLs of the show's own feed from its texts and attributes. That URL is the same for
 * all members and outlives a membership, so a member's feed must not give it away.
 */
import { Tokenizer } from 'htmlparser2';
import { feedUrlRemover } from '../../podcast/feed-url-removal.js';
import { fnv1a } from '../../podcast/values/guid.js';
import { decodeEntities } from '../../podcast/xml/entities.js';
import { parseUrl, withoutTrailingSlash } from '../../urls/web-url.js';
import type { Edit } from './splice.js';

/** Attributes that name a recording: `<enclosure url>`, `<media:content url>`, `<podcast:source uri>`. */
export const RECORDING = /(?:^|:)(?:enclosure|content|source) (?:url|uri)$/;

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Keeps a text inside a CDATA section. */
export const escapeCdata = (text: string): string => text.replaceAll(']]>', ']]]]><![CDATA[>');

/** A URL by what its host answers to: without scheme, final slash and fragment. */
function resourceOf(url: string): string {
  const { host, pathname, search } = parseUrl(url.trim()) ?? {};
  return host === undefined ? '' : `${host}${withoutTrailingSlash(pathname ?? '')}${search}`;
}

/**
 * The edits that remove a feed's URLs. A GUID is replaced by a hash of it, so that each episode
 * keeps one of its own. A recording stays if its URL only starts like the feed's: some feeds and
 * recordings are one script with different queries.
 * @param urls URLs of the show's feed, the most important first
 */
export function ownUrlEdits(xml: string, urls: readonly string[]): Edit[] {
  const remove = feedUrlRemover(urls);
  const resources = new Set(urls.map(resourceOf));
  const edits: Edit[] = [];
  let tag = '';
  let attribute = '';

  function edit(start: number, end: number, text: string, escape: (text: string) => string): void {
    const cleaned = remove(text);
    if (cleaned !== text) edits.push({ start, end, text: escape(cleaned ?? '') });
  }
  /** The text of an element. A GUID only has to differ from the others. */
  function editText(start: number, end: number, text: string, escape: (text: string) => string) {
    if (tag !== 'guid') edit(start, end, text, escape);
    else if (remove(text) !== text) edits.push({ start, end, text: fnv1a(text) });
  }
  const editSource = (start: number, end: number) =>
    edit(start, end, xml.slice(start, end), (text) => text);

  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      onopentagname(start, end) {
        tag = xml.slice(start, end).toLowerCase();
      },
      onclosetag() {
        tag = '';
      },
      onattribname(start, end) {
        attribute = xml.slice(start, end).toLowerCase();
      },
      onattribdata(start, end) {
        if (attribute.startsWith('xmlns')) return;
        const value = decodeEntities(xml.slice(start, end));
        if (RECORDING.test(`${tag} ${attribute}`) && !resources.has(resourceOf(value))) return;
        edit(start, end, value, escapeAttribute);
      },
      ontext: (start, end) =>
        editText(start, end, decodeEntities(xml.slice(start, end)), escapeXml),
      oncdata: (start, end, endOffset) =>
        editText(start, end - endOffset, xml.slice(start, end - endOffset), escapeCdata),
      oncomment: (start, end, endOffset) => editSource(start, end - endOffset),
      onprocessinginstruction: editSource,
      ondeclaration: editSource,
      onattribend: ignore,
      onattribentity: ignore,
      ontextentity: ignore,
      onopentagend: ignore,
      onselfclosingtag: () => {
        tag = '';
      },
      onend: ignore,
    },
  );
  tokenizer.write(xml);
  tokenizer.end();
  return edits;
}
