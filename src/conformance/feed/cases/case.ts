/** How cases of the feed are written: what one is, and the question that many of them ask. */
import { outcome, type Outcome } from '../../outcome.js';
import type { Verdict } from '../../report/result.js';
import type { CaseOf } from '../../run-cases.js';
import type { FeedCaseId } from '../feed-statements.js';
import type { Feed, Item } from '../feed.js';

/** A case of a feed: what passes, and what apps do with other feeds. */
export type FeedCase = CaseOf<Feed>;

/** The cases of one part of the feed. */
export type FeedCases = Partial<Record<FeedCaseId, FeedCase>>;

/**
 * Looks at each of the items, or of the episodes, in turn. The worst verdict counts, and of it the
 * first item is told.
 */
export function each<Of extends Item>(
  items: readonly Of[],
  what: string,
  look: (item: Of) => Exclude<Verdict, 'skipped'>,
): Outcome {
  const verdicts = items.map(look);
  const worst = (['fail', 'deviates'] as const).find((verdict) => verdicts.includes(verdict));
  if (!worst) return outcome('pass', `${what}: right in all ${items.length}.`);
  const wrong = verdicts.filter((verdict) => verdict === worst).length;
  const first = `the first is number ${verdicts.indexOf(worst) + 1} of the feed`;
  return outcome(worst, `${what}: not as expected in ${wrong} of ${items.length}; ${first}.`);
}
