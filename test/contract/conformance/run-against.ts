/** A conformance run against an altered operator on loopback, in a time of its own. */
import type { CaseResult, Verdict } from '../../../src/conformance/report/result.js';
import type { ConformanceConfig } from '../../../src/conformance/operator/config.js';
import { runConformance } from '../../../src/conformance/operator/run-operator.js';
import { never, type Alteration } from '../../support/operator/alterations.js';
import {
  createHonestOperator,
  member,
  product,
  stranger,
} from '../../support/operator/honest-operator.js';
import {
  configFor,
  startOperator,
  type Answer,
  type Seen,
} from '../../support/operator/operator.js';
import { inRealTime, VirtualTime } from '../../support/waiting/virtual-time.js';

export const unaltered: Alteration = (seen, honest) => honest(seen);

/** Skips that give a case as their reason which has passed: then no case tells the fault. */
export const unjustified = ({ results, verdicts }: Visited): string[] =>
  results
    .filter(({ verdict }) => verdict === 'skipped')
    .map(({ id, seen }) => [id, /^(\S+) did not pass\.$/.exec(seen)?.[1]] as const)
    .filter(([, ground]) => ground !== undefined && verdicts[ground] === 'pass')
    .map(([id, ground]) => `${id} is skipped because of ${ground ?? ''}, which has passed`);

export interface Visited {
  results: CaseResult[];
  verdicts: Record<string, Verdict>;
  seen: readonly Seen[];
  /** The lines in which the run said what it waits for. */
  said: string[];
  /** Whether the run came to every case. */
  isWhole: boolean;
}

/** Milliseconds until a call of these runs is given up. */
export const CALL_TIMEOUT = 10_000;

const pauses = new WeakMap<Answer, number>();

/** The answer, some milliseconds of virtual time later. */
export function later(milliseconds: number, answer: Answer): Answer {
  const slow = { ...answer };
  pauses.set(slow, milliseconds);
  return slow;
}

/** Time stands still but for waits, and passes to the call's deadline where the operator never answers. */
export async function runAgainst(
  alteration: Alteration,
  config: Partial<ConformanceConfig> = {},
): Promise<Visited> {
  const time = new VirtualTime();
  const operator = await startOperator();
  const honest = createHonestOperator();
  operator.answer('', (seen) => {
    const reply = alteration(seen, honest);
    time.advance(reply === never ? CALL_TIMEOUT : (pauses.get(reply) ?? 0));
    return reply;
  });
  const results: CaseResult[] = [];
  const said: string[] = [];
  let isWhole: boolean;
  try {
    isWhole = await time.run(() =>
      runConformance(
        { ...configFor(operator.url), sku: product.sku, member, stranger, ...config },
        {
          isDestructive: true,
          callTimeout: CALL_TIMEOUT,
          now: time.now,
          say: (line) => void said.push(line),
          fetch: (input, init) => inRealTime(() => fetch(input, init)),
        },
        (result) => void results.push(result),
      ),
    );
  } finally {
    await operator.close();
  }
  const verdicts = Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));
  return { results, verdicts, seen: operator.seen, said, isWhole };
}
