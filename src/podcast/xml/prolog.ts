/** Skips a feed's DOCTYPE, so that nothing it declares is ever read. */

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
