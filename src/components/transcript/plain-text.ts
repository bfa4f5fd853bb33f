/** Pieces that the formats have in common: clock times, tags and references. Every expression takes linear time. */
import { decodeReferences } from '../podcast/character-references.js';

/** Any tag, and the times within a line of WebVTT. `<3` is neither. */
const TAG = /<(?:[a-z/!]|\d\d:)[^<>]*>/gi;

/** Nobody says more characters at a time: to read them would stop the page. */
export const MAX_TEXT_LENGTH = 100_000;

/** Text in one line: every run of white space and control characters is a space. */
export const inOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** The text of a cue, or of HTML, in one line. */
export const plainText = (markup: string): string =>
  inOneLine(decodeReferences(markup.slice(0, MAX_TEXT_LENGTH).replace(TAG, '')));

/** Seconds of `h:mm:ss.fff`, `mm:ss,fff` or `ss`; `NaN` if it is none of these. */
export const secondsOf = (clock: string): number =>
  clock
    .replace(',', '.')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
