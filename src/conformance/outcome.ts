/** The outcome of a case: a verdict, and what was seen, in words that hold nothing of the operator's own. */
import type { Verdict } from './report/result.js';
import type { Answer } from './exchanges.js';
import type { Redactor } from './redact.js';

export interface Outcome {
  verdict: Verdict;
  /** The request, and the answer to it. */
  seen: string;
}

/** @param isRight whether the case passes, or the verdict. */
export function outcome(isRight: boolean | Verdict, seen: string): Outcome {
  if (typeof isRight === 'string') return { verdict: isRight, seen };
  return { verdict: isRight ? 'pass' : 'fail', seen };
}

/** "POST {tokenUrl}/oauth/token: HTTP 200, application/json". A server can send anything as a media type. */
export function describe({ asked, status, mediaType }: Answer, { show }: Redactor): string {
  const type = mediaType.includes('/') ? show(mediaType).replaceAll('"', '') : mediaType;
  return `${asked}: HTTP ${status}, ${type}`;
}

/** The words of `Cache-Control` (RFC 9111 §5.2.2), in lower case. */
export const cacheWords = ({ headers }: Answer): string[] =>
  (headers.get('cache-control') ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());
