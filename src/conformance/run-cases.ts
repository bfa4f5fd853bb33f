/** Runs cases one after the other, whatever they are about: an operator, or one feed. */
import { waitFor } from '../api/requests/retry.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { CaseResult } from './report/result.js';
import { createExchanges, NoAnswer, OutOfTime, Skipped, type Exchanges } from './exchanges.js';
import { outcome, type Outcome } from './outcome.js';
import type { Redactor } from './redact.js';
import { sectionOf } from './operator/statements.js';

/** Milliseconds until an answer must have been read. */
const CALL_TIMEOUT_MS = 10_000;
/** Milliseconds for all calls, with the waits that the operator asks for. */
export const DEADLINE_MS = 300_000;

export interface RunOptions {
  /** Ends the run: open requests are given up, and no further one begins. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until an answer must have been read; default 10,000. */
  callTimeout?: number | undefined;
  /** Milliseconds for all calls; default 300,000. What is left then is skipped. */
  deadline?: number | undefined;
  /** Is told in a sentence what the run waits for. */
  say?: ((line: string) => void) | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. */
  now?: (() => number) | undefined;
  /** Resolves after some milliseconds, or as soon as the signal aborts. */
  wait?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** @param isSecure whether a secret may go to a URL. */
export function openRun(
  {
    signal = new AbortController().signal,
    callTimeout = CALL_TIMEOUT_MS,
    deadline = DEADLINE_MS,
    say = () => undefined,
    fetch = globalThis.fetch,
    now = Date.now,
    wait = waitFor,
  }: RunOptions,
  isSecure: (url: string) => boolean,
): {
  exchanges: Exchanges;
  wait: (milliseconds: number) => Promise<void>;
} {
  const exchanges = createExchanges(
    { callTimeout, endsAt: now() + deadline, signal },
    { fetch, now, wait, say, isSecure },
  );
  return { exchanges, wait: (milliseconds) => wait(milliseconds, signal) };
}

/** A case that looks at a visit: to an operator, or to a feed. */
export interface CaseOf<Visit> {
  /** The answer that passes. */
  expected: string;
  /** @throws {NoAnswer} which fails the case, or {Skipped}. */
  check: (visit: Visit) => Promise<Outcome>;
}

/** @param late is called if the time for the whole run was over. */
async function outcomeOf<Visit>(
  { check }: CaseOf<Visit>,
  visit: Visit,
  late: () => void,
): Promise<Outcome> {
  try {
    return await check(visit);
  } catch (error) {
    if (error instanceof OutOfTime) late();
    if (error instanceof Skipped) return outcome('skipped', error.message);
    if (error instanceof NoAnswer) return outcome('fail', error.message);
    if (error instanceof PrivatePodcastError) throw error;
    // One answer must not cost the results of all others.
    return outcome('fail', 'The answer was such that this command could not read it.');
  }
}

/**
 * Reports each result as soon as it is known.
 * @returns whether the run came to all of them.
 */
export async function runCases<Id extends string, Visit extends { redactor: Redactor }>(
  ids: readonly Id[],
  {
    cases,
    statements,
  }: { cases: Record<Id, CaseOf<Visit>>; statements: Readonly<Record<Id, string>> },
  visit: Visit,
  report: (result: CaseResult) => void,
): Promise<boolean> {
  let isWhole = true;
  for (const id of ids) {
    const { verdict, seen } = await outcomeOf(cases[id], visit, () => (isWhole = false));
    report({
      id,
      section: sectionOf(id),
      statement: statements[id],
      verdict,
      expected: cases[id].expected,
      seen: visit.redactor.clean(seen),
    });
  }
  return isWhole;
}
