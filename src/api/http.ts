/**
 * The only `fetch` of this folder. Every call carries a secret (a client secret, a
 * token, a feed URL), so it goes to https or loopback only and has an end. What a failed
 * answer means is for the caller to say: see `request.ts`.
 */
import { isSecureUrl, isWebUrl } from '../urls/web-url.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';

export interface Call {
  /** Who is asked, as the beginning of a sentence: "The feed service". */
  server: string;
  url: string;
  /** Milliseconds until the answer must have been read; default 10,000. */
  timeout?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Default: the platform's own at the time of the call. */
  fetch?: typeof globalThis.fetch;
  /** What may be told of a failure to connect, as the end of a sentence; a browser tells nothing. */
  reasonOf?: (error: unknown) => string;
}

/** The JSON of a text; undefined where it is none, as with a gateway's HTML. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a caller gets who aborts. */
export function abortedCall(server: string): PrivatePodcastError {
  return new PrivatePodcastError('aborted', `${server} was not waited for.`);
}

/**
 * Fetches and reads within one deadline; whatever breaks off becomes one of our errors.
 * @throws {PrivatePodcastError} `config` (address), `aborted`, `timeout`, `network`.
 */
export async function send<T>(
  { server, url, timeout = 10_000, signal, fetch = globalThis.fetch, reasonOf }: Call,
  init: RequestInit,
  read: (response: Response) => Promise<T>,
): Promise<{ response: Response; content: T }> {
  if (!isWebUrl(url) || !isSecureUrl(url)) {
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
    if (signal?.aborted) throw abortedCall(server);
    if (deadline.aborted) {
      throw new PrivatePodcastError(
        'timeout',
        `${server} did not answer in time. Try again later.`,
      );
    }
    // The error itself is left behind: some platforms put the address or a header into it.
    throw new PrivatePodcastError(
      'network',
      `${server} could not be reached${reasonOf?.(error) ?? ''}. Check the connection and the address.`,
    );
  }
}

/** Whether an answer is a redirect. A browser hides the status of one that it was told not to follow. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}
