/** The known name that a misspelt one was meant for. */

/** Longer names are not compared: a mistake in them is no slip of the finger. */
const MAX_LENGTH = 80;

/** How many letters must be added, left out or replaced to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (one[at] === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * Returns the name that is nearest to a word; `undefined` if none is near enough to have been meant.
 * @param most letters that may differ; default: a third of them
 */
export function nearest(
  word: string,
  names: Iterable<string>,
  most = Math.max(2, Math.ceil(word.length / 3)),
): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  let found: string | undefined;
  let least = most + 1;
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= least || name.length > MAX_LENGTH) continue;
    const away = distance(word.toLowerCase(), name.toLowerCase());
    if (away < least) [found, least] = [name, away];
  }
  return found;
}

/** Ends a sentence about a word that is not known: with the question whether another was meant, or with `otherwise`. */
export function didYouMean(word: string, names: Iterable<string>, otherwise: string): string {
  const name = nearest(word, names);
  return name === undefined ? otherwise : `; did you mean \`${name}\`?`;
}
