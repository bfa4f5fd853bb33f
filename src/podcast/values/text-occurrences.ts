/** Finds a text inside other texts in linear time, however often either repeats itself. */

/** Returns the index of every occurrence in a text, in ascending order; they may overlap. */
export type OccurrenceFinder = (text: string) => number[];

/** The UTF-16 code unit at an index, with ASCII letters in lower case. */
function codeAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

/**
 * Prepares the search for a text, ignoring the case of ASCII letters. This is the algorithm of
 * Knuth, Morris and Pratt: regular expressions and `indexOf` take quadratic time on hostile input.
 * @param wanted must not be empty
 */
export function occurrenceFinder(wanted: string): OccurrenceFinder {
  /** For each length of a partial match, the next shorter one that may still be right. */
  const shorter = [0, 0];
  const grow = (length: number, code: number): number => {
    let match = length;
    while (match > 0 && codeAt(wanted, match) !== code) match = shorter[match] ?? 0;
    return codeAt(wanted, match) === code ? match + 1 : 0;
  };
  for (let at = 1; at < wanted.length; at++) {
    shorter.push(grow(shorter[at] ?? 0, codeAt(wanted, at)));
  }
  return (text) => {
    const found: number[] = [];
    let length = 0;
    for (let at = 0; at < text.length; at++) {
      length = grow(length, codeAt(text, at));
      if (length === wanted.length) found.push(at + 1 - length);
    }
    return found;
  };
}
