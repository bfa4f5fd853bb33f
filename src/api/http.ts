/**
 * The only `fetch` of this folder. Every call carries a secret (a client secret, a
 * token, a feed URL), so it goes to https or loopback only, follows no redirect, and
 * has an end.
 */
import { isHttpUrl, isSecure } from './address.js';
import {
  errorAbout,
  errorFromAnswer,
  fieldOf,
  PrivatePodcastError,
  type Explain,
} from './errors.js';

/** What a call needs of the platform. */
export interface Platform {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface JsonRequest {
  /** Who is asked, as the beginning of a sentence: "The feed service". */
  server: string;
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds until the answer must have been read; default 10,000. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  explain?: Explain;
}

/** The platform's own, looked up when called, so that nothing has to be there on import. */
export const platform: Platform = {
  fetch: (input, init) => fetch(input, init),
  now: () => Date.now(),
};

/** The system's name of a failure (`ECONNREFUSED`), the one part that never holds what was sent. */
function systemCode(error: unknown): string {
  const code = fieldOf(fieldOf(error, 'cause'), 'code');
  return typeof code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(code) ? ` (${code})` : '';
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Fetches and reads within one deadline; whatever breaks off becomes one of our errors. */
async function answerOf<T>(
  { fetch }: Pick<Platform, 'fetch'>,
  { server, url, timeout = 10_000, signal }: Omit<JsonRequest, 'method' | 'headers' | 'body'>,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<{ response: Response; content: T }> {
  if (!isHttpUrl(url) || !isSecure(url)) {
    throw new PrivatePodcastError(
      'config',
      `${server} must have an https address (plain http on loopback only).`,
    );
  }
  const deadline = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
    });
    return { response, content: await read(response) };
  } catch (error) {
    if (signal?.aborted) throw errorAbout(server, 'aborted');
    if (deadline.aborted) throw errorAbout(server, 'timeout');
    // The error itself is left behind: some platforms put the address or a header into it.
    throw new PrivatePodcastError(
      'network',
      `${server} could not be reached${systemCode(error)}. Check the connection and the address.`,
    );
  }
}

/**
 * Sends one request and reads the JSON of its answer, in any media type.
 * @returns the JSON; undefined where the answer holds none.
 * @throws {PrivatePodcastError} `config` (address), `aborted`, `timeout`, `network`,
 * `bad-response` (redirect), or what the status or `explain` says of a failed answer.
 */
export async function requestJson(platform: Platform, request: JsonRequest): Promise<unknown> {
  const { server, method = 'GET', headers, body = null, explain } = request;
  const { response, content } = await answerOf(
    platform,
    request,
    {
      method,
      headers: { accept: 'application/json', ...headers },
      body,
      redirect: 'manual',
    },
    (response) => response.text(),
  );
  const { status } = response;
  // A browser hides the status of a redirect that it was told not to follow.
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
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

/**
 * Gets a feed as it stands, following its host's redirects as a podcast app would.
 * @throws {PrivatePodcastError} as `requestJson`.
 */
export async function requestBytes(
  url: string,
  { timeout, signal, fetch, now }: Pick<JsonRequest, 'timeout' | 'signal'> & Partial<Platform> = {},
): Promise<{ bytes: Uint8Array; contentType: string | undefined }> {
  const server = "The feed's host";
  const { response, content } = await answerOf(
    { fetch: fetch ?? platform.fetch },
    { server, url, timeout, signal },
    {},
    async (response) => new Uint8Array(await response.arrayBuffer()),
  );
  const { status, headers, ok } = response;
  if (!ok) {
    throw errorFromAnswer(server, { status, headers, body: undefined }, (now ?? platform.now)());
  }
  return { bytes: content, contentType: headers.get('content-type') ?? undefined };
}
