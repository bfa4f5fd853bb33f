/** 5 Authentication (docs/interface.md): the calls 4.2 to 4.4 carry the access token. */
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { requestService, type Runtime, type ServiceRequest } from '../requests/request-service.js';
import { afterAnyFailure, afterRefusal, withRetries } from '../requests/retry.js';
import { missingScopes } from '../answers/refusal-reasons.js';
import type { AccessTokens } from './token-keeper.js';
import type { AccessToken } from '../token.js';

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
  /** The scope requested with each token; the operator may grant less. */
  scope: string;
  /** Milliseconds for one try. */
}

type Reading = Pick<ServiceRequest, 'explain' | 'messages'>;

/** A client that was granted less than it asked for knows why it is refused. */
function ifScopesAreMissing(missing: readonly string[], { explain, messages }: Reading): Reading {
  if (missing.length === 0) return {};
  const forbidden = `The operator did not grant this client the scope "${missing.join(' ')}". Ask the operator's support for it.`;
  return {
    explain: (answer) => (answer.status === 403 ? 'forbidden' : explain?.(answer)),
    messages: { ...messages, forbidden },
  };
}

/** Makes the function that sends the calls of sections 4.2 to 4.4. A refused token is replaced once. */
export function createAuthorizedRequest(
  runtime: Runtime,
  { baseUrl, tokens, scope }: AuthorizedRequestOptions,
): AuthorizedRequest {
  return async ({ path, headers, ...request }) => {
    const url = baseUrl() + path;
    const { method, signal } = request;

    const requestWith = (token: AccessToken) =>
      withRetries(
        () =>
          requestService(runtime, {
            ...request,
            ...ifScopesAreMissing(missingScopes(scope, token.scope), request),
            serverName: serviceName,
            url,
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
