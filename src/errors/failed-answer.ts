/**
 * Reads the error code out of a server's failed answer. The reader of problem details is written by hand because
 * the element's first load has no room for a schema library; shared cases hold it to the schema
 * in `problem-details.ts`.
 */
import type { ErrorCode } from './private-podcast-error.js';
import { codeOfStatus } from './status.js';

/** An answer other than 2xx. */
export interface FailedAnswer {
  status: number;
  headers: Headers;
  /** The JSON of its body; undefined if the body is not JSON, like a gateway's HTML page. */
  body: unknown;
}

/** Maps one server's failed answers to error codes; undefined if the status alone says it. */
export type Explain = (answer: FailedAnswer) => ErrorCode | undefined;

/**
 * Reads the `code` of problem details (RFC 9457).
 * @param codes those that this server may name.
 */
export function problemCode(body: unknown, codes: readonly ErrorCode[]): ErrorCode | undefined {
  const code = (body as { code?: unknown } | null | undefined)?.code;
  return codes.find((known) => known === code);
}

/** The code of a failed answer. What a redirect says counts for nothing: it is not the server's answer. */
export function codeOfAnswer(answer: FailedAnswer, explain?: Explain): ErrorCode {
  const { status } = answer;
  return (status >= 400 && explain?.(answer)) || codeOfStatus(status);
}
