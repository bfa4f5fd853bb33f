/** Runs cases one after the other, whatever they are about: an operator, a feed or a site. */
import { PrivatePodcastError, type ErrorCode } from '../errors/private-podcast-error.js';
import type { CaseResult } from './report/result.js';
import { outcome, type Outcome } from './outcome.js';
import { NoAnswer, OutOfTime, Skipped } from './skipped.js';
import { sectionOf } from './operator/interface-statements.js';

/** A case of an operator, a feed, or a site. */
export interface CaseOf<Subject> {
  /** The answer that passes. */
  expected: string;
  /** @throws {NoAnswer} which fails the case, or {Skipped}. */
  check: (subject: Subject) => Promise<Outcome>;
}

/** @param late is called if the time for the whole run was over. */
async function outcomeOf<Subject>(
  { check }: CaseOf<Subject>,
  subject: Subject,
  late: () => void,
): Promise<Outcome> {
  try {
    return await check(subject);
  } catch (error) {
    if (error instanceof OutOfTime) late();
    if (error instanceof Skipped) return outcome('skipped', error.message, error.code);
    if (error instanceof NoAnswer) return outcome('fail', error.message, error.code);
    if (error instanceof PrivatePodcastError) throw error;
    // One answer must not cost the results of all others.
    return outcome('fail', 'The answer was such that this command could not read it.');
  }
}

/**
 * Reports each result as soon as it is known.
 * @returns whether the run came to all of them.
 */
export async function runCases<Id extends string, Subject>(
  ids: readonly Id[],
  {
    cases,
    statements,
  }: { cases: Record<Id, CaseOf<Subject>>; statements: Readonly<Record<Id, string>> },
  subject: Subject,
  report: (result: CaseResult, code: ErrorCode | undefined) => void,
): Promise<boolean> {
  let isWhole = true;
  for (const id of ids) {
    const { verdict, seen, code, advice } = await outcomeOf(
      cases[id],
      subject,
      () => (isWhole = false),
    );
    const { expected } = cases[id];
    const statement = statements[id];
    const result = { id, section: sectionOf(id), statement, verdict, expected, seen };
    report(advice && verdict !== 'pass' ? { ...result, advice } : result, code);
  }
  return isWhole;
}
