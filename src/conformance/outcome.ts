/** The outcome of a case: a verdict, and what was seen, in words that hold nothing of the server's own. */
import type { ErrorCode } from '../errors/private-podcast-error.js';
import type { Answer } from './exchanges.js';
import type { Verdict } from './report/result.js';
import { shown } from './shown-value.js';

export interface Outcome {
  verdict: Verdict;
  /** The request, and the answer to it. */
  seen: string;
  /** The error that the client would have for it, where the verdict does not say. */
  code?: ErrorCode | undefined;
  /** The next step, if it does not pass. */
  advice?: string | undefined;
}

/** @param isRight whether the case passes, or the verdict. */
export function outcome(isRight: boolean | Verdict, seen: string, code?: ErrorCode): Outcome {
  const verdict = typeof isRight === 'string' ? isRight : isRight ? 'pass' : 'fail';
  return { verdict, seen, code };
}

/** An outcome with what to do about it, if it does not pass. */
export const advised = (found: Outcome, advice: string | undefined): Outcome => ({
  ...found,
  advice,
});

/** "POST {tokenUrl}/oauth/token: HTTP 200, application/json". A server can send anything as a media type. */
export function describe({ asked, status, mediaType }: Answer): string {
  const type = mediaType.includes('/') ? shown(mediaType).replaceAll('"', '') : mediaType;
  return `${asked}: HTTP ${status}, ${type}`;
}
