/** The letters that stand for an app without an icon of its own. */

/**
 * The first letters of a name's first two words, or of the parts that capitals set apart.
 * @returns an empty string for a name without letters or digits
 * @example
 * monogramOf('Podcast Guru'); // 'PG'
 * monogramOf('gPodder'); // 'gP'
 */
export function monogramOf(name: string): string {
  const initials = name.match(/\p{Lu}(?=\p{Ll})|(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  return initials.slice(0, 2).join('');
}
