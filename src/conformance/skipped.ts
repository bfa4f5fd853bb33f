/** Why a case cannot be checked. No message holds a secret. */
import type { ErrorCode } from '../errors/private-podcast-error.js';
import type { FeedCaseId } from './feed/feed-statements.js';
import type { CaseId } from './operator/interface-statements.js';
import type { SiteCaseId } from './site/site-statements.js';

type AnyCaseId = CaseId | FeedCaseId | SiteCaseId;

/** There is no whole answer. The message says why. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    readonly code: ErrorCode,
  ) {
    super(message);
  }
}

/** A case cannot be checked. The message is the reason. */
export class Skipped extends Error {
  constructor(
    message: string,
    readonly code?: ErrorCode,
  ) {
    super(message);
  }
}

/** A case cannot be checked in this run: its time is over, or the server answers later than that. */
export class OutOfTime extends Skipped {}

/** Skips a case whose ground has not passed: one fault is told by one case. */
export function without(id: AnyCaseId): never {
  throw new Skipped(`${id} did not pass.`);
}

/** As {@link without}, for a call that has no answer; other errors go on. */
export function withoutAnswer(id: AnyCaseId, error: unknown): never {
  throw error instanceof NoAnswer ? new Skipped(`${id} did not pass.`) : error;
}

/** Takes no notice of a call that has no answer, or no ground; other errors go on. */
export function ifAnswered(error: unknown): undefined {
  const isOver = error instanceof OutOfTime;
  if (isOver || !(error instanceof NoAnswer || error instanceof Skipped)) throw error;
}
