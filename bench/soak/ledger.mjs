/**
 * The writes that the service has acknowledged during a soak. None of them may be lost. Of a write
 * without an answer nothing is known, so it is in none of the lists.
 */

/** @typedef {import('../service/installation.mjs').Member} Member */

export function createLedger() {
  /** With access, and a link that works. @type {Member[]} */
  const joined = [];
  /** E-mail addresses. @type {Set<string>} */
  const granted = new Set();
  /** E-mail addresses. @type {Set<string>} */
  const revoked = new Set();
  /** Paths of links that were replaced. @type {string[]} */
  const dead = [];
  /** Addresses that an event gave access. @type {Set<string>} */
  const started = new Set();
  /** Addresses whose access an event ended. @type {Set<string>} */
  const over = new Set();
  return {
    joined,
    granted,
    revoked,
    dead,
    started,
    over,
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
 * @param {() => Promise<{ email: string, source: string }[]>} service.listGrants
 * @param {(path: string) => Promise<number>} service.statusOf a feed
 * @returns how many writes were acknowledged, and which were lost
 */
export async function findLosses(
  { joined, granted, revoked, dead, started, over },
  { listGrants, statusOf },
) {
  const grants = await listGrants();
  /** @param {(source: string) => boolean} isOf */
  const emailsOf = (isOf) =>
    new Set(grants.filter(({ source }) => isOf(source)).map(({ email }) => email));
  const kept = emailsOf((source) => source === 'admin');
  const keptByEvents = emailsOf((source) => source.startsWith('events/'));
  /** @param {readonly string[]} paths @param {number} status */
  const countOthers = async (paths, status) => {
    let others = 0;
    for (const path of paths) if ((await statusOf(path)) !== status) others++;
    return others;
  };
  /** @param {Iterable<string>} emails @param {ReadonlySet<string>} of */
  const missing = (emails, of) => [...emails].filter((email) => !of.has(email)).length;
  const paths = joined.map(({ path }) => path);
  const acknowledged = {
    grants: granted.size,
    'ended grants': revoked.size,
    'memberships by event': started.size,
    'memberships that an event ended': over.size,
    'feed links': paths.length,
    'replaced feed links': dead.length,
  };
  /** @type {Record<keyof typeof acknowledged, number>} */
  const lost = {
    grants: missing(granted, kept),
    'ended grants': revoked.size - missing(revoked, kept),
    'memberships by event': missing(started, keptByEvents),
    'memberships that an event ended': over.size - missing(over, keptByEvents),
    'feed links': await countOthers(paths, 200),
    'replaced feed links': await countOthers(dead, 404),
  };
  return { acknowledged, lost };
}
