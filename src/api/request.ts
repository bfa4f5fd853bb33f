import { PrivatePodcastError } from '../errors/private-podcast-error.js';
/** Requests for JSON with a secret, whose failed answers become our errors. */
import { errorFromAnswer, type Explain } from './failed-answer.js';
import { isRedirect, readJson, send, type Call } from './http.js';

/** What a call needs of the platform. */
export interface Runtime {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The platform's own, looked up when called, so that nothing has to be there on import. */
export const ownRuntime: Runtime = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
};

export interface JsonRequest extends Omit<Call, 'fetch' | 'reasonOf'> {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  explain?: Explain;
}

/** The system's name of a failure (`ECONNREFUSED`), the one part that never holds what was sent. */
function systemCode(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } | null } | null)?.cause?.code;
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? ` (${code})` : '';
}

/**
 * Sends one request and reads the JSON of its answer, in any media type.
 * @returns the JSON; undefined where the answer holds none.
 * @throws {PrivatePodcastError} `config` (address), `aborted`, `timeout`, `network`,
 * `bad-response` (redirect), or what the status or `explain` says of a failed answer.
 */
export async function requestJson(platform: Runtime, request: JsonRequest): Promise<unknown> {
  const { server, method = 'GET', headers, body = null, explain } = request;
  const { response, content } = await send(
    { ...request, fetch: platform.fetch, reasonOf: systemCode },
    {
      method,
      headers: { accept: 'application/json', ...headers },
      body,
      redirect: 'manual',
    },
    (response) => response.text(),
  );
  const { status } = response;
  if (isRedirect(response)) {
    throw new PrivatePodcastError(
      'bad-response',
      `${server} answered with a redirect, which is not followed with a secret. Set its final address.`,
      { status: status || undefined },
    );
  }
  const json = readJson(content);
  if (response.ok) return json;
  throw errorFromAnswer(
    server,
    { status, headers: response.headers, body: json },
    platform.now(),
    explain,
  );
}
