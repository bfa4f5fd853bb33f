/** 4.1 Issue a token: the OAuth 2.0 client-credentials grant. */
import * as z from 'zod/mini';
import { fieldOf, type Explain } from './failed-answer.js';
import { requestJson, type Runtime } from './request.js';
import { readAnswer, text } from './read-answer.js';

const server = 'The token endpoint';

export const accessTokenSchema = z.looseObject({
  /** Goes into a header, so only what RFC 6750 §2.1 allows there. */
  access_token: z.string().check(z.regex(/^[\w.~+/-]+=*$/)),
  /** "Bearer", in any case (RFC 6749 §5.1). */
  token_type: z.nullish(z.string().check(z.regex(/^bearer$/i))),
  /** Space-separated; absent where it equals what was asked. */
  scope: text,
  /** Seconds. */
  expires_in: z.catch(z.optional(z.coerce.number()), undefined),
});

/** The access token resource (INTERFACE.md 2). */
export type AccessToken = z.output<typeof accessTokenSchema>;

export interface ClientCredentials {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Space-separated. */
  scope: string;
  /** Milliseconds. */
  timeout?: number | undefined;
}

const wrongClient =
  'The token endpoint did not accept the client. Check `clientId` and `clientSecret`.';
const wrongScope =
  "The token endpoint does not grant this client the scopes asked for. Check `scope`, or ask the service operator's support.";
const wrongRequest =
  'The token endpoint did not accept the request. Check `tokenUrl`, `clientId`, `clientSecret` and `scope`.';

/** Operators answer a wrong client with 400, 401 or 403; RFC 6749 §5.2 names what it was. */
const explain: Explain = ({ status, body }) => {
  switch (fieldOf(body, 'error')) {
    case 'invalid_client':
    case 'invalid_grant':
      return { code: 'unauthorized', message: wrongClient };
    case 'invalid_scope':
    case 'unauthorized_client':
      return { code: 'forbidden', message: wrongScope };
  }
  if (status === 401 || status === 403) return { code: 'unauthorized', message: wrongClient };
  if (status === 400) return { code: 'bad-input', message: wrongRequest };
  return undefined;
};

/**
 * Asks for a new token.
 * @throws {PrivatePodcastError} `unauthorized` (client), `forbidden` (scopes), or what
 * became of the request.
 */
export async function issueToken(
  platform: Runtime,
  { tokenUrl, clientId, clientSecret, scope, timeout }: ClientCredentials,
): Promise<AccessToken> {
  const form = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
    scope,
  });
  const body = await requestJson(platform, {
    server,
    url: `${tokenUrl}/oauth/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    timeout,
    explain,
  });
  return readAnswer(accessTokenSchema, body, server);
}
