/** The form in which searches compare texts: of episodes, and of a transcript. */

/** Lower case without accents, as people type when they search. */
export function searchForm(text: string): string {
  // Only what is not ASCII is taken apart: that is a quarter of the time that the whole text takes.
  return text
    .replace(/[^\0-\x7f]+/g, (letters) => letters.normalize('NFKD').replace(/\p{M}/gu, ''))
    .toLowerCase();
}
