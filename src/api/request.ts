/** The client's requests: each failed answer becomes an error that says what to do. */
import type { Explain } from '../errors/failed-answer.js';
import { errorFromAnswer, type Messages } from './failed-answer.js';
import { requestJson, type Call } from './http.js';

/** What a call needs of its environment. */
export interface Runtime {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The platform's own functions, looked up at the time of the call. */
export const ownRuntime: Runtime = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
};

export interface ServiceRequest extends Omit<Call, 'fetch' | 'reasonOf'> {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** What this call's failed answers mean; default: what their status says. */
  explain?: Explain;
  /** Messages of this call in place of the usual ones. */
  messages?: Messages;
}

/** The system's name for a failure (`ECONNREFUSED`): the one part that never holds what was sent. */
function systemCode(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } | null } | null)?.cause?.code;
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? ` (${code})` : '';
}

/**
 * Sends one request and reads the JSON of the answer.
 * @returns the JSON; undefined if the body is not JSON.
 * @throws {PrivatePodcastError} `config` (URL not secure), `aborted`, `timeout`, `network`,
 * `bad-response` (redirect), or what `explain` or the status says about a failed answer.
 */
export function requestService(
  runtime: Runtime,
  { method = 'GET', headers, body, explain, messages, ...call }: ServiceRequest,
): Promise<unknown> {
  return requestJson(
    { ...call, fetch: runtime.fetch, reasonOf: systemCode },
    { method, headers: { accept: 'application/json', ...headers }, body: body ?? null },
    (answer) => errorFromAnswer(call.serverName, answer, runtime.now(), { explain, messages }),
  );
}
