/** The report at the end of a soak, and its verdict. */
import { judgeGrowth } from './memory.mjs';
import { kinds, patience } from './tally.mjs';

/** @typedef {ReturnType<typeof import('./tally.mjs').createTally>} Tally */
/** @typedef {{ write: string, acknowledged: number, lost: number }} Loss */
/** @typedef {{ name: string, seconds: number }} Turn of a fault: until everything was well again */

/** What a fault may cost after its cause is gone. */
const MAX_RECOVERY_SECONDS = 15 * patience;

/**
 * Prints everything, the verdict last.
 * @param {{ turns: Turn[], tally: Tally, samples: Parameters<typeof judgeGrowth>[0], losses: Loss[] }} run
 * @returns the exit code
 */
export function printReport({ turns, tally: { asked, unexplained }, samples, losses }) {
  const growth = judgeGrowth(samples);
  console.table(growth);
  console.table(losses);
  const wrong = [
    ...turns
      .filter(({ seconds }) => seconds > MAX_RECOVERY_SECONDS)
      .map(({ name, seconds }) => `After "${name}" it took ${seconds.toFixed(1)} s.`),
    ...Object.keys(kinds)
      .filter((kind) => !asked.has(kind))
      .map((kind) => `Nobody asked for "${kind}".`),
    ...losses.filter(({ lost }) => lost > 0).map(({ write, lost }) => `Lost: ${lost} ${write}.`),
    ...growth.filter(({ grows }) => grows).map(({ what }) => `What grows: ${what}.`),
    ...[...unexplained].map(([line, count]) => `No fault explains ${count} × ${line}.`),
  ];
  for (const line of wrong) console.log(`FAILED: ${line}`);
  console.log(wrong.length === 0 ? 'passed' : `failed: ${wrong.length} reasons`);
  return wrong.length === 0 ? 0 : 1;
}
