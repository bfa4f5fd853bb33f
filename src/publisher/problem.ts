import type { ErrorCode, PrivatePodcastError } from '../errors/private-podcast-error.js';

interface Problem {
  status: number;
  title: string;
  detail: string;
}

/** Written for the browser: nothing of the backend's own messages gets into it. */
const problems = {
  'token-expired': {
    status: 401,
    title: 'Unauthorized',
    detail: 'The subscribe token has expired. Ask for a fresh one.',
  },
  'token-invalid': {
    status: 401,
    title: 'Unauthorized',
    detail: 'Send a subscribe token made for this endpoint as a bearer token.',
  },
  'no-access': {
    status: 403,
    title: 'Forbidden',
    detail: 'This member has no access to the podcast.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    detail:
      'Pages of this origin may not ask here. The publisher can add it to the allowed origins.',
  },
  'bad-input': {
    status: 405,
    title: 'Method Not Allowed',
    detail: 'Use GET.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too Many Requests',
    detail: 'The feed service was asked too often. Try again later.',
  },
  config: {
    status: 500,
    title: 'Internal Server Error',
    detail: 'The subscribe endpoint failed or is not set up right. The publisher can see why.',
  },
  'bad-response': {
    status: 502,
    title: 'Bad Gateway',
    detail: 'The feed service gave no usable answer. The publisher can see why.',
  },
  unavailable: {
    status: 503,
    title: 'Service Unavailable',
    detail: 'The feed service is not available. Try again later.',
  },
  timeout: {
    status: 504,
    title: 'Gateway Timeout',
    detail: 'The feed service did not answer in time. Try again later.',
  },
} satisfies Partial<Record<ErrorCode, Problem>>;

type ProblemCode = keyof typeof problems;

/** What an error is to the browser: everything between this handler and the service is the gateway's. */
export function problemCode({ code }: PrivatePodcastError): ProblemCode {
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
  const { status, title, detail } = problems[code];
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail, code }), {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
    },
  });
}
