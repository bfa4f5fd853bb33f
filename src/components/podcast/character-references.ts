/**
 * Character references in transcripts and chapters: every one of HTML, as WebVTT allows (section 6.4). Those of
 * every format are known here. The table of the two thousand others is a chunk of its own, which only a file
 * with one of them loads; there they become numbers, which mean nothing to any format.
 */

const COMMON: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** No name is longer. */
const NAMED = /&([a-z][a-z\d]{1,31});/gi;

const NUMBERED_OR_COMMON = /&(?:#(x?[\da-f]{1,7})|([a-z]{2,4}));/gi;

/** The text of a file, with the names that are not known here as numbers. */
export async function numberReferences(file: string): Promise<string> {
  const isKnown = (name = '') => Object.hasOwn(COMMON, name);
  if ([...file.matchAll(NAMED)].every(([, name]) => isKnown(name))) return file;
  const table = await import('../../podcast/xml/entities.js').catch(() => undefined);
  return file.replace(NAMED, (reference, name: string) => {
    const text = table?.decodeEntities(reference) ?? reference;
    if (isKnown(name) || text === reference) return reference;
    return Array.from(text, (letter) => `&#${letter.codePointAt(0)};`).join('');
  });
}

/** The text of such a file, decoded once. */
export const decodeReferences = (text: string): string =>
  text.replace(NUMBERED_OR_COMMON, (reference, number: string | undefined, name: string) => {
    if (number === undefined) return COMMON[name] ?? reference;
    const code = Number(`0${number}`);
    return code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });
