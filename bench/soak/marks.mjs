/**
 * Whose each answer is. A member's feed, link and hand-off carry a mark that is that member's alone, and a
 * show's feed the show's title. A mark that turns up with anyone else was heard by the wrong one.
 */
export function createMarks() {
  /** @type {Map<string, string>} */
  const owners = new Map();
  let checked = 0;
  let wrong = 0;
  return {
    /**
     * Notes that a mark came in an answer to somebody.
     * @param {string} owner who asked, such as the member's address @param {string} mark
     * @returns whether it is theirs: whoever has it first
     */
    check(owner, mark) {
      checked += 1;
      const first = owners.get(mark) ?? owner;
      owners.set(mark, first);
      if (first === owner) return true;
      wrong += 1;
      return false;
    },
    /** @param {boolean} isRight whether an answer that shows by itself whose it is came to the right one */
    note(isRight) {
      checked += 1;
      if (!isRight) wrong += 1;
      return isRight;
    },
    counts: () => ({ checked, wrong }),
  };
}

/**
 * Whose recordings a feed names: a signed code begins with the twelve bytes of the entitlement's ID.
 * @param {string} text of a feed
 * @returns {string[]} entitlement IDs
 */
export function entitlementsIn(text) {
  const ids = [...text.matchAll(/\/recordings\/([\w-]{16})/g)].map(([, code = '']) =>
    Buffer.from(code, 'base64url').toString('hex'),
  );
  return [...new Set(ids)];
}
