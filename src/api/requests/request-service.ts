/** The client's requests: each failed answer becomes an error that says what to do. */
import type { Explain } from '../../errors/failed-answer.js';
import { errorFromAnswer, type Messages } from '../answers/error-from-answer.js';
import { fetchAndRead, readJson, type Call } from '../http.js';
import { readText } from './limited-body.js';
import { isSecureUrl } from '../../urls/web-url.js';

/** The platform's functions that a call uses. */
export interface Runtime {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Hosts that plain http may go to beside loopback. */
  insecureHosts?: readonly string[];
}

/** The platform's own functions, looked up at the time of the call. */
export const ownRuntime: Runtime = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
};

/** Bytes of an answer after decompression. None that occurs has a hundredth of it. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

export interface ServiceRequest extends Omit<Call, 'fetch' | 'reasonOf' | 'isSecure'> {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Bytes of the answer after decompression; default 1 MiB. A longer one is refused. */
  maxBytes?: number;
  /** Maps this call's failed answers to error codes; default: by their status. */
  explain?: Explain;
  /** Messages of this call in place of the usual ones. */
  messages?: Messages;
}

/** The system's name for a failure (`ECONNREFUSED`): the one part that never holds what was sent. */
export function systemCode(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } | null } | null)?.cause?.code;
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? ` (${code})` : '';
}

/**
 * Sends one request and reads the JSON of the answer.
 * @returns the JSON; null for a 204 (RFC 9110 §15.3.5), undefined if the body is not JSON.
 * @throws {PrivatePodcastError} `config` (URL not secure), `aborted`, `timeout`, `network`,
 * `bad-response` (redirect), or what `explain` or the status says about a failed answer.
 */
export async function requestService(
  { fetch, now, insecureHosts }: Runtime,
  {
    method = 'GET',
    headers,
    body,
    maxBytes = MAX_ANSWER_BYTES,
    explain,
    messages,
    ...call
  }: ServiceRequest,
): Promise<unknown> {
  const { response, content } = await fetchAndRead(
    {
      ...call,
      fetch,
      reasonOf: systemCode,
      isSecure: (url) => isSecureUrl(url) || Boolean(insecureHosts?.includes(new URL(url).host)),
    },
    // A redirect would take the secret along.
    {
      redirect: 'manual',
      method,
      headers: { accept: 'application/json', ...headers },
      body: body ?? null,
    },
    (answer) => readText(answer, maxBytes),
  );
  const json = response.status === 204 ? null : readJson(content ?? '');
  if (response.ok) return json;
  const answer = { status: response.status, headers: response.headers, body: json };
  throw errorFromAnswer(call.serverName, answer, now(), { explain, messages });
}
