/** Skips what stands before a feed: its DOCTYPE, so that nothing it declares is ever read, and what is no part of it. */

/** The index after the DOCTYPE's `>`. Quotes, comments and the internal subset may contain `>` too. */
function endOfDoctype(xml: string, start: number): number {
  let depth = 0;
  for (let at = start; at < xml.length; at++) {
    const character = xml[at];
    if (character === '"' || character === "'") {
      const close = xml.indexOf(character, at + 1);
      if (close === -1) break;
      at = close;
    } else if (character === '<' && xml.startsWith('!--', at + 1)) {
      const close = xml.indexOf('-->', at);
      if (close === -1) break;
      at = close + 2;
    } else if (character === '[') depth++;
    else if (character === ']') depth--;
    else if (character === '>' && depth <= 0) return at + 1;
    else if (character === '<' && /[a-z]/i.test(xml[at + 1] ?? '')) break;
  }
  // The DOCTYPE is never closed, or contains a tag: fall back to the first `>`.
  const close = xml.indexOf('>', start);
  return close === -1 ? xml.length : close + 1;
}

/** The document after its DOCTYPE, or the whole document if it has none. */
export function withoutDoctype(xml: string): string {
  let at = xml.indexOf('<');
  while (at !== -1) {
    let end = 0;
    if (xml.startsWith('<?', at)) end = xml.indexOf('>', at) + 1;
    else if (xml.startsWith('<!--', at)) end = xml.indexOf('-->', at) + 3;
    else if (xml.startsWith('<!', at)) return xml.slice(endOfDoctype(xml, at + 2));
    if (end <= at) break;
    at = xml.indexOf('<', end);
  }
  return xml;
}

/** A comment or an instruction, or what can begin a feed or another document. */
const BEGINNING =
  /<!--[^]*?(?:-->|$)|<\?xml\s|<\?[^]*?(?:\?>|$)|<!doctype\s|<(?:rss|rdf:rdf|channel|html|feed)(?=[\s/>])/gi;
/** Matches all that may stand between an XML declaration and the root (XML 1.0 §2.8), but a DOCTYPE with a subset. */
const MISC = /<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)|<![^>]*(?:>|$)/g;
const SUBSET = /<!doctype[^<>[]*\[/i;

/**
 * The feed alone. Warnings of a program, words and comments may stand before it, which strict apps
 * refuse, and whose tags would be taken for its root.
 */
export function withoutForeword(xml: string): string {
  let declaration: number | undefined;
  let start: number | undefined;
  for (const { 0: found, index } of xml.matchAll(BEGINNING)) {
    if (found.startsWith('<!--')) continue;
    if (/^<\?xml\s$/i.test(found)) declaration = start = index;
    else if (/^<[?!]/.test(found)) start ??= index;
    else if (/^<(?:html|feed)$/i.test(found)) break;
    else {
      const prolog = xml.slice(start ?? index, index);
      if (SUBSET.test(prolog) || prolog.replace(MISC, '').trim() === '')
        return prolog + xml.slice(index);
      const end = declaration === undefined ? 0 : xml.indexOf('>', declaration) + 1;
      return xml.slice(declaration ?? end, end) + xml.slice(index);
    }
  }
  return xml.trimStart();
}
