/** Pieces that the formats have in common: clock times, tags and entities. Every expression takes linear time. */

/** Any tag, and the times within a line of WebVTT. `<3` is neither. */
const TAG = /<(?:[a-z/!]|\d\d:)[^<>]*>/gi;

const ENTITY = /&(?:#(x?[\da-f]{1,7})|([a-z]{2,5}));/gi;

/** Those of WebVTT and XML. */
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** @param number decimal, or hexadecimal after an x. */
function decodeEntity(entity: string, number: string | undefined, name: string): string {
  if (number === undefined) return ENTITIES[name] ?? entity;
  const code = Number(`0${number}`);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** Nobody says more characters at a time: to read them would stop the page. */
export const MAX_LENGTH = 100_000;

/** Text in one line: every run of white space and control characters is a space. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** The text of a cue, or of HTML, in one line. */
export const plainText = (markup: string): string =>
  oneLine(markup.slice(0, MAX_LENGTH).replace(TAG, '').replace(ENTITY, decodeEntity));

/** Seconds of `h:mm:ss.fff`, `mm:ss,fff` or `ss`; `NaN` if it is none of these. */
export const secondsOf = (clock: string): number =>
  clock
    .replace(',', '.')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
