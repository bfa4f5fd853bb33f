/** 5 Authentication (docs/interface.md): the calls 4.2 to 4.4 carry the access token. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { requestService, type Runtime, type ServiceRequest } from './request.js';
import { afterAnyFailure, afterRefusal, withRetries } from './retry.js';
import type { AccessTokens } from './token-keeper.js';
import type { AccessToken } from './token.js';

/** The server of these calls, as the beginning of an error message. */
export const serviceName = 'The feed service';

/** Sends one request to a path below `baseUrl` and gives the JSON of the answer. */
export type AuthorizedRequest = (
  request: Omit<ServiceRequest, 'serverName' | 'url' | 'timeout'> & { path: string },
) => Promise<unknown>;

export interface AuthorizedRequestOptions {
  /** `baseUrl`, read when the first call is made. */
  baseUrl: () => string;
  tokens: AccessTokens;
  /** Milliseconds for one try. */
  timeout: number | undefined;
}

/** Makes the function that sends the calls of sections 4.2 to 4.4. A refused token is replaced once. */
export function createAuthorizedRequest(
  runtime: Runtime,
  { baseUrl, tokens, timeout }: AuthorizedRequestOptions,
): AuthorizedRequest {
  return async ({ path, headers, ...request }) => {
    const url = baseUrl() + path;
    const { method, signal } = request;

    const requestWith = (token: AccessToken) =>
      withRetries(
        () =>
          requestService(runtime, {
            ...request,
            serverName: serviceName,
            url,
            timeout,
            headers: { ...headers, authorization: `Bearer ${token.access_token}` },
          }),
        {
          after: method === 'POST' ? afterRefusal : afterAnyFailure,
          signal,
          now: runtime.now,
        },
      );

    const token = await tokens.get(signal);
    try {
      return await requestWith(token);
    } catch (error) {
      if (!(error instanceof PrivatePodcastError) || error.code !== 'unauthorized') throw error;
      if (!tokens.forget(token)) throw error;
      return requestWith(await tokens.get(signal));
    }
  };
}
