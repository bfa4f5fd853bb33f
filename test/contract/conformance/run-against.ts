/** A conformance run against an altered operator on loopback, in a time of its own. */
import type { CaseResult, Verdict } from '../../../src/publisher/conformance/case.js';
import type { ConformanceConfig } from '../../../src/publisher/conformance/config.js';
import { runConformance } from '../../../src/publisher/conformance/run.js';
import { never, type Alteration } from '../../support/operator/alterations.js';
import {
  createHonestOperator,
  member,
  product,
  stranger,
} from '../../support/operator/honest-operator.js';
import { configFor, startOperator, type Seen } from '../../support/operator/operator.js';
import { inRealTime, VirtualTime } from '../../support/waiting/virtual-time.js';

export const unaltered: Alteration = (seen, honest) => honest(seen);

export interface Visited {
  results: CaseResult[];
  verdicts: Record<string, Verdict>;
  seen: readonly Seen[];
  /** The lines in which the run said what it waits for. */
  said: string[];
}

/** Time stands still but for waits, and passes to the next deadline where the operator never answers. */
export async function runAgainst(
  alteration: Alteration,
  config: Partial<ConformanceConfig> = {},
): Promise<Visited> {
  const time = new VirtualTime();
  const operator = await startOperator();
  const honest = createHonestOperator();
  operator.answer('', (seen) => {
    const reply = alteration(seen, honest);
    if (reply === never) time.advanceToNext();
    return reply;
  });
  const results: CaseResult[] = [];
  const said: string[] = [];
  try {
    await time.run(() =>
      runConformance(
        { ...configFor(operator.url), sku: product.sku, member, stranger, ...config },
        {
          isDestructive: true,
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
  return { results, verdicts, seen: operator.seen, said };
}
