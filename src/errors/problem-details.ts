/** Problem details (RFC 9457): how the subscribe handler and the service tell of a failure. */
import * as z from 'zod/mini';
import { errorCodes, type ErrorCode } from './private-podcast-error.js';

/** Reason phrases (RFC 9110 §15), which RFC 9457 §4.2.1 asks for as the title of `about:blank`. */
const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
} as const;

/** The statuses that our servers fail with. */
export type ProblemStatus = keyof typeof titles;

/** A member of another type is ignored (RFC 9457 §3.1). */
const ignoredUnless = <T extends z.ZodMiniType>(type: T) => z.catch(z.optional(type), undefined);

export const problemDetailsSchema = z.looseObject({
  type: ignoredUnless(z.string()),
  title: ignoredUnless(z.string()),
  status: ignoredUnless(z.int()),
  /** Says what to do about it. */
  detail: ignoredUnless(z.string()),
  /** Our extension member: the reason, for programs. */
  code: ignoredUnless(z.enum(errorCodes)),
});

/**
 * An `application/problem+json` answer.
 * @param detail what to do about it; it goes to the client and holds no secret.
 * @param extension `line`: the first wrong line of a file
 */
export function problemResponse(
  status: ProblemStatus,
  code: ErrorCode,
  detail: string,
  headers: Record<string, string> = {},
  extension: { line?: number } = {},
): Response {
  const problem = {
    type: 'about:blank',
    title: titles[status],
    status,
    detail,
    code,
    ...extension,
  };
  return new Response(JSON.stringify(z.parse(problemDetailsSchema, problem)), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}
