/**
 * Which parts a run of CI has: those that need only this repository, then two of the world outside by turns,
 * then those of the world outside whose own paths changed. Turns and changes are reckoned from the commit
 * under test, because a clone remembers nothing.
 */
import { execFileSync } from 'node:child_process';

/** @typedef {import('./parts.mjs').Part} Part */

/**
 * @typedef {object} Planned
 * @property {string} name
 * @property {string} why
 * @property {number} minutes
 *
 * @typedef {object} Plan
 * @property {Planned[]} planned
 * @property {Planned[]} leftOff would take the run past its time
 */

/** What a run of CI may take: one that is stopped at 40 lands nothing, and a machine may be slower than most. */
export const MOST_MINUTES = 36;

/** Minutes of the set-up, the build and `npm test` on a clean checkout. */
export const QUICK_MINUTES = 7;

export const HOURS_OF_CHANGES = 48;
const STEP_SECONDS = 3 * 3600;

/**
 * @param {Record<string, Part>} parts
 * @param {object} commit
 * @param {number} commit.time in seconds
 * @param {readonly string[]} commit.changed paths that the commits of the last days changed
 * @returns {Plan}
 */
export function planRun(parts, { time, changed }) {
  const step = Math.floor(time / STEP_SECONDS);
  const names = Object.keys(parts);
  const outside = names.filter((name) => parts[name]?.own);
  const its = [0, 1].flatMap((place) => outside[(2 * step + place) % outside.length] ?? []);
  /** @type {(readonly [name: string, why: string])[]} */
  const wanted = [
    ...names
      .filter((name) => !parts[name]?.own)
      .map((name) => /** @type {const} */ ([name, 'each run has it'])),
    ...its.map((name) => /** @type {const} */ ([name, 'its turn'])),
    ...outside.flatMap((name) => {
      const own = changed.filter((path) => parts[name]?.own?.test(path));
      if (own.length === 0 || its.includes(name)) return [];
      const others = own.length > 1 ? ` and ${own.length - 1} more` : '';
      return [/** @type {const} */ ([name, `changed: ${own[0]}${others}`])];
    }),
  ];
  let total = QUICK_MINUTES;
  /** @type {Plan} */
  const plan = { planned: [], leftOff: [] };
  for (const [name, why] of wanted) {
    const minutes = parts[name]?.minutes ?? 0;
    const isIn = total + minutes <= MOST_MINUTES;
    (isIn ? plan.planned : plan.leftOff).push({ name, why, minutes });
    if (isIn) total += minutes;
  }
  return plan;
}

/**
 * Whether a part still ends in time, on a machine that is as slow as it has been.
 * @param {number} minutes that the part is expected to take
 * @param {object} soFar
 * @param {number} soFar.taken minutes since the start
 * @param {number} soFar.expected minutes that all of it was expected to take
 */
export function fits(minutes, { taken, expected }) {
  return taken + minutes * Math.max(1, taken / expected) <= MOST_MINUTES;
}

/**
 * The plan in lines, with the reasons and the expected minutes.
 * @param {Plan} plan
 */
export function linesOf({ planned, leftOff }) {
  /** @param {Planned} part */
  const line = ({ name, why, minutes }) =>
    `${name.padEnd(22)} ${minutes.toFixed(1).padStart(5)} min  ${why}`;
  const quick = { name: 'npm test', why: 'with the set-up', minutes: QUICK_MINUTES };
  const total = [quick, ...planned].reduce((sum, { minutes }) => sum + minutes, 0);
  return [
    `About ${Math.ceil(total)} minutes on two quiet cores:`,
    ...[quick, ...planned].map(line),
    ...leftOff.map(
      (part) => `${line(part)}; left off: it would take more than ${MOST_MINUTES} minutes`,
    ),
  ];
}

/**
 * The commit under test.
 * @param {string} cwd
 * @returns {Parameters<typeof planRun>[1]}
 */
export function readCommit(cwd) {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
  const time = Number(git('log', '-1', '--format=%ct'));
  const since = `--since=${time - HOURS_OF_CHANGES * 3600}`;
  const changed = git('log', since, '--name-only', '--format=').split('\n').filter(Boolean);
  if (git('rev-parse', '--is-shallow-repository') === 'true') {
    console.warn('This clone has a part of the history: changes before it are not seen.');
  }
  return { time, changed: [...new Set(changed)] };
}
