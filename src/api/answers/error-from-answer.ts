/**
 * From a failed answer to an error. Feed services fail in many shapes. No text of the answer
 * gets into the message, because it may repeat what was sent.
 */
import { codeOfAnswer, type Explain, type FailedAnswer } from '../../errors/failed-answer.js';
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';

/** Whole messages by code. */
export type Messages = Partial<Record<ErrorCode, string>>;

/** The usual messages; each follows the name of the server. */
const usualMessages: Messages = {
  'bad-input': 'rejected the values it was sent. Check them.',
  unauthorized: 'rejected the credentials. Check them.',
  forbidden: 'refused the call. Check what these credentials are allowed to do.',
  'not-found': 'does not know what was asked for. Check the URL and the values.',
  'rate-limited': 'has had too many requests. Try again later.',
  timeout: 'did not answer in time. Try again later.',
  unavailable: 'is unavailable. Try again later.',
  'bad-feed': 'could not read the feed. Check that the feed is valid.',
};

/** An error about one server. */
export function errorAbout(
  serverName: string,
  code: ErrorCode,
  details?: { status?: number | undefined; retryAfter?: number | undefined },
): PrivatePodcastError {
  const message = usualMessages[code] ?? 'gave an unusable answer. Check its URL.';
  return new PrivatePodcastError(code, `${serverName} ${message}`, details);
}

/** A field of a value of unknown type. */
export function fieldOf(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[name];
}

/** A browser hides the status of a redirect that it does not follow: it is 0. */
function isRedirect({ status }: FailedAnswer): boolean {
  return status < 400;
}

/** A delay in whole seconds, given as a number or as text. */
function readSeconds(value: unknown): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = /^\d/.test(String(value)) ? Number(value) : NaN;
  return Number.isFinite(number) ? Math.ceil(number) : undefined;
}

/** Seconds from now until a time in milliseconds since 1970. */
function secondsUntil(time: number, now: number): number | undefined {
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1000));
}

/**
 * Seconds until the date of a header (RFC 9110 §5.6.7: it begins with the day). The form that ends in the
 * year names no zone, and means UTC too.
 */
function readDate(header: string | null, now: number): number | undefined {
  if (!header || !/^[a-z]/i.test(header)) return undefined;
  return secondsUntil(Date.parse(header.replace(/:\d\d \d{4}$/, '$& GMT')), now);
}

/** Above this, a delay is a time in seconds since 1970, and not 30 years. */
const MAX_DELAY_SECONDS = 1e9;
/** Above this, a time since 1970 is in milliseconds, and not in the year 5138. */
const MAX_TIME_SECONDS = 1e11;

/** A delay in seconds, or a time since 1970 in seconds or milliseconds. */
function readDelay(value: unknown, now: number): number | undefined {
  const number = readSeconds(value);
  if (number === undefined || number <= MAX_DELAY_SECONDS) return number;
  return secondsUntil(number > MAX_TIME_SECONDS ? number : number * 1000, now);
}

/**
 * Seconds to wait, from the first source that gives them: `Retry-After` (seconds or a date, RFC
 * 9110 §10.2.3), `retry_after` in the body, `X-RateLimit-Reset` of a 429.
 */
export function retryAfterOf(
  { status, headers, body }: FailedAnswer,
  now: number,
): number | undefined {
  const header = headers.get('retry-after');
  const reset = headers.get('x-ratelimit-reset');
  return (
    readDelay(header, now) ??
    readDate(header, now) ??
    readDelay(fieldOf(fieldOf(body, 'error'), 'retry_after'), now) ??
    readDelay(fieldOf(body, 'retry_after'), now) ??
    (status === 429 ? (readDelay(reset, now) ?? readDate(reset, now)) : undefined)
  );
}

/** Statuses that only a backend tells apart; the element's first load has no room for them. */
const codesOfStatus: Partial<Record<number, ErrorCode>> = {
  402: 'forbidden',
  // Two equal requests at once: the next try succeeds.
  409: 'unavailable',
};

/**
 * The error for a failed answer.
 * @param serverName who answered, as the beginning of the message.
 * @param now milliseconds since 1970, for a `Retry-After` that is a date.
 */
export function errorFromAnswer(
  serverName: string,
  answer: FailedAnswer,
  now: number,
  { explain, messages }: { explain?: Explain | undefined; messages?: Messages | undefined } = {},
): PrivatePodcastError {
  const status = answer.status || undefined;
  if (isRedirect(answer)) {
    const message = `${serverName} answered with a redirect, which is not followed because the request holds a secret. Configure the final URL.`;
    return new PrivatePodcastError('bad-response', message, { status });
  }
  const code = explain?.(answer) ?? codesOfStatus[answer.status] ?? codeOfAnswer(answer);
  const details = { status, retryAfter: retryAfterOf(answer, now) };
  const message = messages?.[code];
  return message
    ? new PrivatePodcastError(code, message, details)
    : errorAbout(serverName, code, details);
}
