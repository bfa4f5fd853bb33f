/** A site as its own cases look at it: what is known of it, its operator and its handler. */
import { advised, outcome, type Outcome } from '../outcome.js';
import type { Answer, Exchanges } from '../exchanges.js';
import type { Operator } from '../operator/operator.js';
import type { CaseOf } from '../run-cases.js';
import type { KnownSite } from './config.js';
import type { Handler } from './handler.js';

export interface Site extends KnownSite {
  /** Absent where the configuration names none, or not all of it. */
  operator: Operator | undefined;
  handler: Handler | undefined;
  /** The origin of the site's pages, if their rights are to be checked. */
  origin: string | undefined;
  exchanges: Exchanges;
}

export type SiteCase = CaseOf<Site>;

/** Seconds by which two clocks may differ. */
const MAX_SKEW_SECONDS = 5;

/** Compares this machine's clock with the `Date` of an answer (RFC 9110 §6.6.1). */
export function clockOutcome({ headers }: Pick<Answer, 'headers'>, now: number): Outcome {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return outcome('skipped', 'The answer has no `Date`.');
  const skew = Math.round((date - now) / 1000);
  const isRight = Math.abs(skew) <= MAX_SKEW_SECONDS;
  return advised(
    outcome(isRight || 'deviates', `They differ by ${skew} s.`),
    'Synchronize both clocks with NTP.',
  );
}

/** Whether a page of the origin may read an answer (Fetch standard, CORS check). */
export function mayRead(origin: string, { headers }: Pick<Answer, 'headers'>): boolean {
  const allowed = headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
}
