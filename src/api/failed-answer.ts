/**
 * What a failed answer means: from the shapes that feed services fail in to one error
 * class. Nothing of a failed answer's text gets into a message, as it may repeat what
 * was sent.
 */
import { PrivatePodcastError, type ErrorCode } from '../errors/private-podcast-error.js';
import { codeOfStatus } from '../errors/status.js';

/** An answer other than 2xx. */
export interface FailedAnswer {
  status: number;
  headers: Headers;
  /** The JSON of its body; undefined where there is none, as with a gateway's HTML. */
  body: unknown;
}

/** What a call knows better than the status says: the code, and a message where the usual one will not do. */
export type Explain = (answer: FailedAnswer) => { code: ErrorCode; message?: string } | undefined;

const messages: Partial<Record<ErrorCode, string>> = {
  'bad-input': 'did not accept the values it was sent. Check them.',
  unauthorized: 'did not accept the credentials. Check them.',
  forbidden: 'refused the call. Check what these credentials are allowed to do.',
  'not-found': 'does not know what was asked for. Check the address and the values sent.',
  'no-access': 'says that this member has no access to the podcast.',
  'rate-limited': 'was asked too often. Try again later.',
  timeout: 'did not answer in time. Try again later.',
  unavailable: 'is not available. Try again later.',
  'bad-feed': 'could not read the feed. Check that the feed itself is in order.',
  'token-expired': 'says that the token has expired. Get a fresh one.',
  'token-invalid': 'did not accept the token. Check that it was made for this endpoint.',
};

/** An error about one server; `server` begins the message and holds no address. */
export function errorAbout(
  server: string,
  code: ErrorCode,
  details?: { status?: number | undefined; retryAfter?: number | undefined },
): PrivatePodcastError {
  const message = messages[code] ?? 'answered with what cannot be used. Check its address.';
  return new PrivatePodcastError(code, `${server} ${message}`, details);
}

/** A field of an unknown value, where that is an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function seconds(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d/.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && Number.isFinite(number)
    ? Math.ceil(number)
    : undefined;
}

function until(time: number, now: number): number | undefined {
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}

/** A reset is told in seconds from now or as a time in seconds since 1970; no one waits 30 years. */
function resetAfter(value: unknown, now: number): number | undefined {
  const reset = seconds(value);
  return reset !== undefined && reset > 1e9 ? until(reset * 1000, now) : reset;
}

/**
 * Seconds to wait, from the first that is there: `Retry-After` (seconds or date, RFC
 * 9110 §10.2.3), `retry_after` of the body, `X-RateLimit-Reset` of a 429.
 */
function retryAfterOf({ status, headers, body }: FailedAnswer, now: number): number | undefined {
  const header = headers.get('retry-after');
  return (
    seconds(header) ??
    (header ? until(Date.parse(header), now) : undefined) ??
    seconds(fieldOf(fieldOf(body, 'error'), 'retry_after')) ??
    seconds(fieldOf(body, 'retry_after')) ??
    (status === 429 ? resetAfter(headers.get('x-ratelimit-reset'), now) : undefined)
  );
}

/**
 * The error that a failed answer stands for.
 * @param server who answered, as the beginning of a sentence.
 * @param now milliseconds since 1970, for a `Retry-After` that is a date.
 */
export function errorFromAnswer(
  server: string,
  answer: FailedAnswer,
  now: number,
  explain?: Explain,
): PrivatePodcastError {
  const { code, message } = explain?.(answer) ?? { code: codeOfStatus(answer.status) };
  const details = { status: answer.status, retryAfter: retryAfterOf(answer, now) };
  return message
    ? new PrivatePodcastError(code, message, details)
    : errorAbout(server, code, details);
}
