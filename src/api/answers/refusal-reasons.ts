/**
 * Reads why one of the calls 4.1 to 4.4 was refused (docs/interface.md 7). The natural reading of a 403
 * on 4.3 and 4.4 is that the member has no access. But if the publisher's own client is refused,
 * "no access" would show the sales offer to every paying member, so every sign of that is read first.
 */
import { problemCode, type Explain, type FailedAnswer } from '../../errors/failed-answer.js';
import type { ErrorCode } from '../../errors/private-podcast-error.js';
import { fieldOf } from './error-from-answer.js';

/** Phrases by which operators give the reason, in any shape of a failed answer. */
const reasons: readonly [RegExp, ErrorCode][] = [
  [/scopes?\b|onboarding.?origin|permissions? to (?:call|impersonate)/i, 'forbidden'],
  [
    /(?:invalid|unknown|unauthorized|inactive|disabled)[ _-]client|client (?:credentials|not found)|(?:invalid|expired|missing|malformed)[ _-](?:access[ _-])?token|token (?:is )?(?:invalid|expired)/i,
    'unauthorized',
  ],
  [/rate.?limit|too many requests/i, 'rate-limited'],
  // A gateway or framework that has no such path: `baseUrl` is wrong.
  [
    /\broutes?\b|cannot (?:get|post)\b|no such (?:path|endpoint)|unknown (?:path|endpoint)/i,
    'not-found',
  ],
];

/**
 * The words of a failed answer: `{ message }`, `{ error, error_description }`,
 * `{ error: { code, message } }`, `{ title, detail }`, and the challenge of RFC 6750 §3.
 */
function wordsOf({ headers, body }: FailedAnswer): string {
  const error = fieldOf(body, 'error');
  return [
    headers.get('www-authenticate'),
    fieldOf(body, 'code'),
    fieldOf(body, 'message'),
    error,
    fieldOf(body, 'error_description'),
    fieldOf(error, 'code'),
    fieldOf(error, 'message'),
    fieldOf(body, 'type'),
    fieldOf(body, 'title'),
    fieldOf(body, 'detail'),
  ]
    .filter((word) => typeof word === 'string')
    .join('\n');
}

/** The `code` of our own service's problem details. */
const codesOfOurService = [
  'forbidden',
  'not-found',
  'no-access',
  'unauthorized',
  'bad-input',
  'rate-limited',
] as const;

/** The reason that a failed answer gives in words or by our own service's code. */
function statedReason(answer: FailedAnswer): ErrorCode | undefined {
  const words = wordsOf(answer);
  return (
    problemCode(answer.body, codesOfOurService) ??
    reasons.find(([pattern]) => pattern.test(words))?.[1]
  );
}

function isPage({ headers }: FailedAnswer): boolean {
  return headers.get('content-type')?.toLowerCase().includes('html') ?? false;
}

/**
 * 4.3 and 4.4: 402, 403 and 404 mean that the member has no access, unless the answer gives another
 * reason or is a gateway's page.
 */
export const explainAccess: Explain = (answer) => {
  switch (answer.status) {
    case 402:
    case 403:
    case 404:
      return isPage(answer) ? undefined : (statedReason(answer) ?? 'no-access');
    default:
      return undefined;
  }
};

/** 4.2: a page in place of an answer does not say that the user is unknown. */
export const explainLookup: Explain = (answer) => {
  if (answer.status === 404) return isPage(answer) ? 'bad-response' : 'not-found';
  return answer.status === 403 ? statedReason(answer) : undefined;
};

/** 4.1: operators answer a wrong client with 400, 401 or 403. */
export const explainClientRefusal: Explain = (answer) =>
  answer.status === 403 ? (statedReason(answer) ?? 'unauthorized') : undefined;

/** The scopes that were asked for and not granted (RFC 6749 §5.1); none if the answer names none. */
export function missingScopes(requested: string, granted: string | undefined): string[] {
  if (!granted) return [];
  const scopes = new Set(granted.split(/[\s,]+/));
  return requested.split(/\s+/).filter((scope) => scope && !scopes.has(scope));
}
