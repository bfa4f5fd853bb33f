/** What the clients of a soak saw: an answer must be right, or a fault in force must explain it. */
import { availableParallelism, loadavg } from 'node:os';

/** @typedef {import('./faults.mjs').Fault} Fault */
/** @typedef {{ expects: readonly string[], needs?: 'host' | 'database' }} Kind of a request */

/** How many times as long everything may take, on a machine that was busy before. */
export const patience = Math.min(4, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()));
const MAY_TAKE_MS = 10_000 * patience;
/** @param {readonly string[]} expects @returns {Kind} */
const inDatabase = (...expects) => ({ expects, needs: 'database' });

/** @type {Record<string, Kind>} */
export const kinds = {
  // A process knows the links and the shows: neither the database nor the host must be there.
  feed: { expects: ['200'] },
  'feed again': { expects: ['304', '200'] },
  recording: { expects: ['302'] },
  // A busy machine does not always give a thread the 10 s that it has to read a feed.
  'foreign parse': {
    expects: patience > 1 ? ['200', '422', '504', 'left'] : ['200'],
    needs: 'host',
  },
  leaving: { expects: ['left', '200'], needs: 'host' },
  'dead link': inDatabase('404'),
  'new feed': inDatabase('200'),
  'ended feed': inDatabase('200'),
  grant: inDatabase('200'),
  revoke: inDatabase('204'),
  'private feed': inDatabase('done'),
  reset: inDatabase('done'),
  'page visit': inDatabase('200'),
};

export function createTally() {
  const troubles = /** @type {{ fault: Fault, from: number, to: number }[]} */ ([]);
  const unexplained = /** @type {Map<string, number>} */ (new Map());
  const asked = /** @type {Set<string>} */ (new Set());

  return {
    /** How often each outcome occurred that no fault explains. */
    unexplained,
    /** The kinds of request that there were. */
    asked,
    /** To be called before a fault is set. @param {Fault} fault @returns to be called when all is well again */
    begin(fault) {
      const trouble = { fault, from: performance.now(), to: Infinity };
      troubles.push(trouble);
      return () => (trouble.to = performance.now() + (fault.lingers ?? 2_000));
    },
    /** @param {string} name of the kind @param {string} outcome such as "200" @param {number} from */
    record(name, outcome, from) {
      const { expects, needs } = /** @type {Kind} */ (kinds[name]);
      const to = performance.now();
      asked.add(name);
      const explained = troubles
        .filter((trouble) => trouble.from <= to && trouble.to >= from)
        .flatMap(({ fault: { explains } }) => [explains.any, needs && explains[needs]].flat());
      const isLate = to - from > MAY_TAKE_MS && outcome !== 'left' && explained.length === 0;
      if (!isLate && [...expects, ...explained].includes(outcome)) return;
      const line = `${name}: ${outcome}${isLate ? ', too late' : ''}`;
      unexplained.set(line, (unexplained.get(line) ?? 0) + 1);
    },
  };
}
