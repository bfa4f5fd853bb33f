/**
 * What Stryker has no option for. The checker `drawn` lets through the mutants that the seed draws, in their
 * order. The reporter `verdicts` writes each verdict at once: a run that is ended has those so far.
 */
import { appendFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { draw } from './changed.mjs';

/** @typedef {import('./changed.mjs').Mutant} Mutant */

const { MUTATION_SEED: seed = '', MUTATION_SAMPLE, MUTATION_VERDICTS = '' } = process.env;

const fromRoot = (/** @type {Mutant} */ { fileName, ...mutant }) => ({
  ...mutant,
  fileName: relative(process.cwd(), fileName).replaceAll(sep, '/'),
});

/** @type {Set<string>} */
let drawn = new Set();

const checker = {
  init: async () => {},
  /** @param {Mutant[]} mutants all of them */
  group: async (mutants) => {
    const order = draw(mutants.map(fromRoot), seed).map(({ id }) => id);
    drawn = new Set(order.slice(0, Number(MUTATION_SAMPLE)));
    // One by one: Stryker would sort those of a group by their numbers.
    return order.map((id) => [id]);
  },
  /** @param {Mutant[]} group */
  check: async (group) =>
    Object.fromEntries(
      group.map(({ id }) => [id, { status: drawn.has(id) ? 'passed' : 'compileError' }]),
    ),
};

const reporter = {
  /** @param {Mutant} result */
  onMutantTested: (result) => {
    const { id, fileName, location, mutatorName, replacement, status } = fromRoot(result);
    const verdict = { id, fileName, location, mutatorName, replacement, status };
    appendFileSync(MUTATION_VERDICTS, `${JSON.stringify(verdict)}\n`);
  },
};

export const strykerPlugins = [
  { kind: 'Checker', name: 'drawn', value: checker },
  { kind: 'Reporter', name: 'verdicts', value: reporter },
];
