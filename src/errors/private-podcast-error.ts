/**
 * The package's one error class and its codes. A message tells a person what to do and never
 * holds a feed URL, a token, a secret or an e-mail address.
 */

/** Every reason for which a call of this package fails (docs/interface.md 7). */
export const errorCodes = [
  'bad-input',
  'config',
  'unauthorized',
  'forbidden',
  'not-found',
  'no-access',
  'no-feed',
  'rate-limited',
  'timeout',
  'network',
  'unavailable',
  'bad-response',
  'bad-feed',
  'aborted',
  'token-expired',
  'token-invalid',
] as const;

/**
 * Why a call failed, for programs to act on.
 * @useDeclaredType
 */
export type ErrorCode = (typeof errorCodes)[number];

/** Details of a {@link PrivatePodcastError}, beside its code and message. */
export interface ErrorDetails {
  /** HTTP status of the answer, if there was an answer. */
  status?: number | undefined;
  /** Seconds to wait before another try (RFC 9110 §10.2.3). */
  retryAfter?: number | undefined;
  /** The underlying error. It is not enumerable, so loggers do not print it by default. */
  cause?: unknown;
}

/**
 * Every call of this package throws or rejects with this error: `code` is for programs, `message`
 * for people.
 * @example
 * try {
 *   await service.privateFeed({ email, sku });
 * } catch (error) {
 *   if (!(error instanceof PrivatePodcastError)) throw error;
 *   if (error.code === 'no-access') return showOffer();
 *   console.error(error.code, error.message);
 * }
 */
export class PrivatePodcastError extends Error {
  override readonly name = 'PrivatePodcastError';
  /** Why the call failed (docs/errors.md). */
  readonly code: ErrorCode;
  /** HTTP status of the answer, if there was an answer. */
  readonly status?: number | undefined;
  /** Seconds to wait before another try (RFC 9110 §10.2.3). */
  readonly retryAfter?: number | undefined;

  constructor(code: ErrorCode, message: string, { status, retryAfter, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
