/** The subscribe handler's failures (docs/interface.md 11.2), as problem details for the browser. */
import type { ErrorCode, PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { problemResponse, type ProblemStatus } from '../../errors/problem-details.js';

/** Status and detail by code. The backend's own messages are for the log and never reach the browser. */
const problems = {
  'token-expired': [401, 'The subscribe token has expired. Get a fresh one.'],
  'token-invalid': [401, 'Send a subscribe token made for this endpoint as a bearer token.'],
  'no-access': [403, 'This member has no access to the podcast.'],
  forbidden: [
    403,
    'Pages of this origin are not allowed here. The log of the publisher says how to allow it.',
  ],
  'bad-input': [405, 'Use GET, or POST with ?handoff or ?reset.'],
  'not-found': [404, 'This endpoint does not offer what was asked for.'],
  'rate-limited': [429, 'Too many requests to the feed service. Try again later.'],
  config: [
    500,
    'The subscribe endpoint failed or is not set up correctly. The log of the publisher says why.',
  ],
  'bad-response': [
    502,
    'The feed service gave no usable answer. The log of the publisher says why.',
  ],
  unavailable: [503, 'The feed service is unavailable. Try again later.'],
  timeout: [504, 'The feed service did not answer in time. Try again later.'],
} satisfies Partial<Record<ErrorCode, [ProblemStatus, string]>>;

type ProblemCode = keyof typeof problems;

/** The code the browser gets. Every other failure between this handler and the service is a bad gateway. */
export function problemCodeOf({ code }: PrivatePodcastError): ProblemCode {
  switch (code) {
    case 'token-expired':
    case 'token-invalid':
    case 'no-access':
    case 'rate-limited':
    case 'config':
    case 'unavailable':
    case 'timeout':
      return code;
    case 'network':
      return 'unavailable';
    default:
      return 'bad-response';
  }
}

/** An `application/problem+json` answer. */
export function problem(code: ProblemCode, headers: Record<string, string>): Response {
  const [status, detail] = problems[code];
  return problemResponse(status, code, detail, headers);
}
