/** The results of a conformance run: one for each statement of the interface. No result holds a secret. */

/** `deviates`: allowed, but unusual, so that clients must expect it. `skipped`: not checked. */
export type Verdict = 'pass' | 'fail' | 'deviates' | 'skipped';

export interface CaseResult {
  /** The section, then a number that never changes its meaning: "4.3-2". */
  id: string;
  /** "4.3", or "feed" for what a member's feed must be in apps. */
  section: string;
  /** The statement of the interface, in one sentence. */
  statement: string;
  verdict: Verdict;
  /** The answer that passes. */
  expected: string;
  /** The request and the answer in words; for `skipped` the reason. */
  seen: string;
  /** Of `site`: what to do about it. */
  advice?: string;
}

export interface ConformanceReport {
  /** The version of `private-podcast-conformance`. */
  version: string;
  /** ISO 8601. */
  date: string;
  profile: 'operator' | 'feed' | 'site';
  cases: CaseResult[];
}
