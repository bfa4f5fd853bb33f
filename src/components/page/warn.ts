/** Writes for the developer of a page, into the browser's console. */

/**
 * @param text what is wrong and what to do; it holds no secret.
 * @param entry the heading in the error catalogue: the code of an error, or `hints`.
 */
export const warn = (text: string, entry = text): void =>
  // eslint-disable-next-line no-console -- the place where a page's developer looks
  console.warn(`<private-podcast-subscribe>: ${text} docs/errors.md#${entry}`);
