/**
 * The writes that the service has acknowledged during a soak. None of them may be lost. Of a write
 * without an answer nothing is known, so it is in none of the lists.
 */

/** @typedef {import('./installation.mjs').Member} Member */

export function createLedger() {
  /** With access, and a link that works. @type {Member[]} */
  const joined = [];
  /** E-mail addresses. @type {Set<string>} */
  const granted = new Set();
  /** E-mail addresses. @type {Set<string>} */
  const revoked = new Set();
  /** Paths of links that were replaced. @type {string[]} */
  const dead = [];
  return {
    joined,
    granted,
    revoked,
    dead,
    /** Takes a member out, for a client that changes them: nobody else does meanwhile. */
    take() {
      const [member] = joined.splice(Math.floor(Math.random() * joined.length), 1);
      return member;
    },
  };
}

/**
 * Compares the ledger with the service.
 * @param {ReturnType<typeof createLedger>} ledger
 * @param {object} service
 * @param {() => Promise<string[]>} service.listGrants e-mail addresses
 * @param {(path: string) => Promise<number>} service.statusOf a feed
 * @returns what was lost
 */
export async function findLosses({ joined, granted, revoked, dead }, { listGrants, statusOf }) {
  const kept = new Set(await listGrants());
  /** @param {readonly string[]} paths @param {number} status */
  const countOthers = async (paths, status) => {
    let others = 0;
    for (const path of paths) if ((await statusOf(path)) !== status) others++;
    return others;
  };
  const paths = joined.map(({ path }) => path);
  const losses = {
    'grants lost': [...granted].filter((email) => !kept.has(email)).length,
    'grants back that were ended': [...revoked].filter((email) => kept.has(email)).length,
    'feed links that stopped working': await countOthers(paths, 200),
    'feed links back that were replaced': await countOthers(dead, 404),
  };
  console.log(
    `acknowledged writes: ${granted.size} grants, ${revoked.size} ended, ${joined.length} links, ${dead.length} replaced; lost:`,
    losses,
  );
  return Object.entries(losses)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
}
