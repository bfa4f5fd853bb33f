/**
 * The one error class of the package. It stands in the lowest folder because reading a
 * feed throws it too. Its messages tell a person what to do and never hold a feed URL,
 * a token, a secret or an e-mail address.
 */

/** Every reason for which a call of this package fails. */
export type ErrorCode =
  | 'bad-input'
  | 'config'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'no-access'
  | 'no-feed'
  | 'rate-limited'
  | 'timeout'
  | 'network'
  | 'unavailable'
  | 'bad-response'
  | 'bad-feed'
  | 'aborted'
  | 'token-expired'
  | 'token-invalid';

export interface ErrorDetails {
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined;
  /** Seconds after which another try makes sense (RFC 9110 §10.2.3). */
  retryAfter?: number | undefined;
  /** What went wrong underneath. `Error` keeps it non-enumerable, so that no logger prints it unasked. */
  cause?: unknown;
}

/** What every call of this package throws or rejects with: `code` is for programs, `message` for people. */
export class PrivatePodcastError extends Error {
  override readonly name = 'PrivatePodcastError';
  readonly code: ErrorCode;
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;

  constructor(code: ErrorCode, message: string, { status, retryAfter, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
