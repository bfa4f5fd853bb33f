/** Failures as problem details (RFC 9457), for every path but the token endpoint's. */
import { STATUS_CODES } from 'node:http';
import { PrivatePodcastError, type ErrorCode } from '../../errors/private-podcast-error.js';
const statusOf: Partial<Record<ErrorCode, number>> = {
  'bad-input': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'bad-feed': 422,
  network: 502,
  unavailable: 502,
  timeout: 504,
};

/** An `application/problem+json` answer; `detail` says what to do. */
export function problem(
  status: number,
  code: ErrorCode,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  const title = STATUS_CODES[status] ?? 'Failure';
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail, code }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/** The problem that an error is. Of an error that is not ours nothing but the fact gets out. */
export function problemOf(error: unknown): Response {
  if (error instanceof PrivatePodcastError) {
    const status = statusOf[error.code];
    if (status !== undefined) return problem(status, error.code, error.message);
  }
  return problem(500, 'unavailable', 'The service failed. Try again later.');
}
