/** The report at the end of a soak, and its verdict. */
import { availableParallelism, loadavg } from 'node:os';
import { percentile } from '../statistics.mjs';
import { MAX_RECOVERY_SECONDS } from './recovery.mjs';
import { judgeGrowth, MIN_JUDGED_MINUTES } from './resources.mjs';

/** @typedef {{ name: string, at: number, recovered: number }} Turn of a fault; both in seconds */
/** @typedef {import('./mixed-load.mjs').PhaseCounts} PhaseCounts */
/**
 * @typedef {object} Run
 * @property {readonly Turn[]} turns
 * @property {number} patience how many times as long everything may take
 * @property {Readonly<Record<string, string>>} skipped faults that this machine cannot have, and why
 * @property {ReadonlyMap<string, PhaseCounts>} byPhase
 * @property {ReadonlyMap<string, readonly number[]>} times
 * @property {ReadonlyMap<string, number>} unexplained
 * @property {Readonly<Record<string, readonly import('./resources.mjs').Sample[]>>} samples by process
 * @property {{ acknowledged: Record<string, number>, lost: Record<string, number> }} ledger
 * @property {{ checked: number, wrong: number }} marks
 * @property {readonly string[]} kinds all of which must have been asked
 * @property {readonly string[]} failures what else went wrong
 * @property {boolean} isInterrupted
 */

const MEASURES = /** @type {const} */ ({
  rss: 'memory MiB',
  heap: 'heap MiB',
  descriptors: 'descriptors',
});
/** Outcomes that a row of the table names. */
const NAMED = 4;

const { log } = console;

/**
 * Prints rows as columns: texts to the left, numbers to the right, and the longest texts last.
 * @param {readonly Record<string, string | number>[]} rows
 */
function table(rows) {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => String(line[at]).length)));
  for (const line of lines) {
    const cells = line.map((cell, at) => {
      const width = widths[at] ?? 0;
      return typeof (rows[0] ?? {})[names[at] ?? ''] === 'number'
        ? String(cell).padStart(width)
        : String(cell).padEnd(width);
    });
    log(`  ${cells.join('   ').trimEnd()}`);
  }
  log('');
}

/** Minutes and seconds since the start. @param {number} seconds */
export const clock = (seconds) =>
  [seconds / 60, seconds % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');

/** The most frequent outcomes that were not as without a fault. @param {PhaseCounts | undefined} counts */
export function outcomesOf(counts) {
  const sorted = [...(counts?.outcomes ?? [])].sort(([, a], [, b]) => b - a);
  const named = sorted.slice(0, NAMED).map(([outcome, times]) => `${times} × ${outcome}`);
  return [...named, ...(sorted.length > NAMED ? ['…'] : [])].join(', ') || 'all as ever';
}

/** A row for each fault. @param {Run} run */
function troubles({ turns, byPhase, skipped }) {
  const names = [...new Set(turns.map(({ name }) => name))];
  const rows = names.map((name) => {
    const own = turns.filter((turn) => turn.name === name);
    const slowest = Math.max(...own.map(({ recovered }) => recovered));
    return {
      fault: name,
      when: clock(own[0]?.at ?? 0) + (own.length > 1 ? `, ${own.length} times` : ''),
      requests: byPhase.get(name)?.requests ?? 0,
      'well again after s': Number(slowest.toFixed(1)),
      'other outcomes': outcomesOf(byPhase.get(name)),
    };
  });
  const left = Object.entries(skipped).map(([fault, why]) => ({
    fault,
    when: '–',
    requests: 0,
    'well again after s': '–',
    'other outcomes': `skipped: ${why}`,
  }));
  return [...rows, ...left];
}

/** A row for each process and measure, and what grows. @param {Run['samples']} samples */
function growth(samples) {
  const rows = [];
  const wrong = [];
  let isJudged = false;
  for (const [name, all] of Object.entries(samples)) {
    for (const measure of /** @type {const} */ (['rss', 'heap', 'descriptors'])) {
      const judged = judgeGrowth(all, measure);
      if (Number.isNaN(judged.start)) continue;
      isJudged ||= judged.isJudged;
      const start = Math.round(judged.start);
      const middle = Math.round(judged.middle);
      const end = Math.round(judged.end);
      rows.push({ process: name, measure: MEASURES[measure], start, middle, end });
      if (judged.isJudged && !judged.isFlat) {
        wrong.push(`${MEASURES[measure]} of ${name} grows: ${middle}, then ${end}.`);
      }
    }
  }
  return { rows, wrong, isJudged };
}

/** Says what is wrong in a run: nothing, if it is passed. @param {Run} run */
export function judge(run) {
  const { turns, patience, times, unexplained, samples, ledger, marks, kinds, failures } = run;
  return [
    ...failures,
    ...(turns.length > 0 ? [] : ['There was no fault at all.']),
    ...turns
      .filter(({ recovered }) => !(recovered <= MAX_RECOVERY_SECONDS * patience))
      .map(({ name, recovered }) => `After "${name}" it took ${recovered.toFixed(1)} s.`),
    ...kinds.filter((kind) => !times.has(kind)).map((kind) => `Nobody asked for "${kind}".`),
    ...Object.entries(ledger.lost)
      .filter(([, count]) => count > 0)
      .map(([what, count]) => `Lost: ${count} ${what}.`),
    ...(marks.checked > 0 ? [] : ['Nobody looked whose the answers are.']),
    ...(marks.wrong > 0 ? [`${marks.wrong} answers held what is another's.`] : []),
    ...growth(samples).wrong,
    ...[...unexplained].map(([line, count]) => `No fault explains ${count} × ${line}.`),
  ];
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/** @param {Run} run */
function printLedger({ ledger: { acknowledged, lost } }) {
  table(
    Object.entries(acknowledged).map(([write, count]) => ({
      write,
      acknowledged: count,
      found: count - (lost[write] ?? 0),
      lost: lost[write] ?? 0,
    })),
  );
}

/**
 * Prints everything, the verdict last.
 * @param {Run} run
 * @returns the exit code
 */
export function printReport(run) {
  const { times, byPhase, samples, marks, patience, isInterrupted } = run;
  log('\nTroubles: how often, what requests met that was not as ever, and the slowest recovery');
  table(troubles(run));
  log('Times of requests in milliseconds');
  table(
    [...times].map(([request, all]) => ({
      request,
      count: all.length,
      'half within': Math.round(percentile(all, 0.5)),
      '99 % within': Math.round(percentile(all, 0.99)),
    })),
  );
  const { rows, isJudged } = growth(samples);
  const why = isJudged
    ? 'at most a tenth more in the end than in the middle'
    : `not judged in less than ${MIN_JUDGED_MINUTES} minutes`;
  log(`Memory and descriptors while these processes live on (${why})`);
  table(rows);
  log('Writes that were acknowledged');
  printLedger(run);
  log(`Marks: ${marks.checked} answers checked for whose they are, ${marks.wrong} wrong`);
  const requests = sum([...byPhase.values()].map((counts) => counts.requests));
  log(
    `${requests} requests; load of the machine ${loadavg()[0]?.toFixed(1)} for ${availableParallelism()} cores`,
  );
  if (patience > 1) {
    log(
      `The machine was busy before: times may be ${patience.toFixed(1)} times as long as otherwise.`,
    );
  }
  const wrong = judge(run);
  for (const line of wrong) log(`FAILED: ${line}`);
  if (isInterrupted) log('interrupted');
  else log(wrong.length === 0 ? 'passed' : `failed: ${wrong.length} reasons`);
  if (isInterrupted) return 130;
  return wrong.length === 0 ? 0 : 1;
}
