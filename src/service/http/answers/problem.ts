/** Errors as problem details (RFC 9457), for every path except the token endpoint. */
import { abortedError } from '../../../api/deadline.js';
import { PrivatePodcastError, type ErrorCode } from '../../../errors/private-podcast-error.js';
import type { Log } from '../../failures/log.js';
import { describeFailure } from '../../failures/describe-failure.js';
import { problemResponse, type ProblemStatus } from '../../../errors/problem-details.js';

const statusOf: Partial<Record<ErrorCode, ProblemStatus>> = {
  'bad-input': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'rate-limited': 429,
  // The client has left, and the service has not failed.
  aborted: 400,
  'bad-feed': 422,
  network: 502,
  unavailable: 502,
  timeout: 504,
};

/** A failure that will pass soon is this service's own trouble; the rest of `unavailable` is another's. */
const isOwnTrouble = ({ code, retryAfter }: PrivatePodcastError): boolean =>
  code === 'unavailable' && retryAfter !== undefined;

/** The status of an answer to an error; `undefined` for one that is not ours. */
export function problemStatus(error: unknown): ProblemStatus | undefined {
  if (!(error instanceof PrivatePodcastError)) return undefined;
  return isOwnTrouble(error) ? 503 : statusOf[error.code];
}

/** The answer to an error. One that is not ours tells the client nothing but that it happened. */
export function problemOf(error: unknown): Response {
  if (error instanceof PrivatePodcastError) {
    const status = problemStatus(error);
    const { code, message, retryAfter } = error;
    const headers = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) };
    if (status !== undefined) return problemResponse(status, code, message, headers);
  }
  return problemResponse(500, 'unavailable', 'The service failed. Try again later.');
}

/** Node's error for a body whose client has left. That of another connection is a cause of ours. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

/** Answers an error, and logs one of the service's own. */
export function answerError(cause: unknown, requestId: string, log: Log): Response {
  const error = isBrokenOff(cause) ? abortedError() : cause;
  const answer = problemOf(error);
  if (answer.status >= 500) log({ id: requestId, ...describeFailure(error) });
  return answer;
}
