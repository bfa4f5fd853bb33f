import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { requestJson, type JsonRequest, type Runtime } from './request.js';
import { afterAnyFailure, afterRefusal, withRetries } from './retry.js';
import type { AccessToken } from './token.js';
import type { TokenKeeper } from './token-keeper.js';

/** Who answers these calls, as the beginning of a message. */
export const server = 'The feed service';

/** Sends one request to a path below {base_url} and gives the JSON of the answer. */
export type Send = (
  request: Omit<JsonRequest, 'server' | 'url' | 'timeout'> & { path: string },
) => Promise<unknown>;

export interface BearerCalls {
  /** {base_url}, read when the first call is made. */
  baseUrl: () => string;
  tokens: TokenKeeper;
  /** Milliseconds for one try. */
  timeout: number | undefined;
}

/** Makes the function by which the sections 4.2 to 4.4 reach the service. */
export function createSend(platform: Runtime, { baseUrl, tokens, timeout }: BearerCalls): Send {
  return async ({ path, headers, ...request }) => {
    const url = baseUrl() + path;
    const { method, signal } = request;

    const ask = (token: AccessToken) =>
      withRetries(
        () =>
          requestJson(platform, {
            ...request,
            server,
            url,
            timeout,
            headers: { ...headers, authorization: `Bearer ${token.access_token}` },
          }),
        {
          after: method === 'POST' ? afterRefusal : afterAnyFailure,
          signal,
          now: platform.now,
        },
      );

    const token = await tokens.get(signal);
    try {
      return await ask(token);
    } catch (error) {
      if (!(error instanceof PrivatePodcastError) || error.code !== 'unauthorized') throw error;
      tokens.forget(token);
      return ask(await tokens.get(signal));
    }
  };
}
