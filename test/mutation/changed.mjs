/**
 * Which mutants of changed lines are judged, by which tests, and the verdict: what needs neither Git nor
 * Stryker.
 */
import { createHash } from 'node:crypto';

/**
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ fileName: string, location: { start: Position, end: Position }, mutatorName: string }} Place
 * @typedef {Place & { id: string, replacement?: string, status?: string }} Mutant as Stryker describes it
 */

/** What Node can test. Of the components it is the files that have a test in Node. */
const FOLDERS =
  /^src\/(podcast|api|apps|urls|publisher|conformance|service|server|languages|pages|errors|crypto)\//;

/** The goal is 0.85. The tests of the same name alone notice three of four today. */
const LEAST_SCORE = 0.7;

/** The score of fewer says too little to fail for. */
const LEAST_JUDGED = 40;

/**
 * Standard deviations by which a sample may miss the score through the luck of the draw: one in a hundred
 * misses more.
 */
const LUCK = 2.33;

/**
 * @param {string} diff by `git diff -U0`
 * @returns {{ path: string, range: string }[]} the lines as Stryker takes them: `src/podcast/schema.ts:10-12`
 */
export function changedLines(diff) {
  let path = '';
  return diff.split('\n').flatMap((line) => {
    path = /^\+\+\+ b\/(.+?)\t?$/.exec(line)?.[1] ?? path;
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from === undefined || count === '0' || !/^src\/.+(?<!\.d)\.ts$/.test(path)) return [];
    return [{ path, range: `${path}:${from}-${Number(from) + Number(count) - 1}` }];
  });
}

/**
 * The tests beside a source, and the laws of its folder. Others would judge it too, but take too long.
 * @param {string} path
 * @param {readonly string[]} tests paths
 */
export function judgesOf(path, tests) {
  const name = path.slice('src/'.length, -'.ts'.length);
  const [folder = ''] = name.split('/');
  const isForNode = FOLDERS.test(path);
  const isLaw = (/** @type {string} */ test) =>
    test.startsWith(`test/${folder}/`) && /laws[^/]*\.test\.ts$/.test(test);
  return {
    own: tests.filter((test) => test === `test/${name}${isForNode ? '' : '.node'}.test.ts`),
    laws: isForNode ? tests.filter(isLaw) : [],
  };
}

/**
 * The order in which a seed draws mutants. It depends on each mutant alone: whether the others are the same,
 * or are numbered anew, does not matter.
 * @param {readonly Mutant[]} mutants
 * @param {string} seed
 */
export function draw(mutants, seed) {
  const lot = (/** @type {Mutant} */ { fileName, location, mutatorName, replacement }) =>
    createHash('sha256')
      .update(JSON.stringify([seed, fileName, location, mutatorName, replacement]))
      .digest('hex');
  return mutants
    .map((mutant) => ({ mutant, lot: lot(mutant) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .map(({ mutant }) => mutant);
}

/**
 * A mutant that no test reaches has survived; one whose run could not start was not judged.
 * @param {readonly Mutant[]} results
 */
export function verdictOf(results) {
  const are = (/** @type {string[]} */ ...statuses) =>
    results.filter(({ status = '' }) => statuses.includes(status));
  const caught = are('Killed', 'Timeout').length;
  const survivors = are('Survived', 'NoCoverage');
  const judged = caught + survivors.length;
  const luck = LUCK * Math.sqrt(judged * LEAST_SCORE * (1 - LEAST_SCORE));
  const isTooLow = judged >= LEAST_JUDGED && caught < judged * LEAST_SCORE - luck;
  return { judged, caught, survivors, isTooLow };
}

/**
 * A survivor in a line: where it is, the first line of it, and what stood there instead.
 * @param {Mutant} mutant
 * @param {string} source
 */
export function lineOf({ fileName, location: { start }, mutatorName, replacement = '' }, source) {
  const line = source.split('\n')[start.line - 1] ?? '';
  const change = replacement.replaceAll(/\s+/g, ' ').slice(0, 100);
  return `${fileName}:${start.line}:${start.column}  ${line.trim()}\n    ${mutatorName}: ${change}`;
}
