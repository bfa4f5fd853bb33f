/** 4.1 Issue a token (docs/interface.md): the OAuth 2.0 client-credentials grant (RFC 6749 §4.4). */
import * as z from 'zod/mini';
import type { Explain } from '../errors/failed-answer.js';
import type { Messages } from './answers/error-from-answer.js';
import { optionalText, readAnswer } from './answers/read-answer.js';
import { explainClientRefusal } from './answers/refusal-reasons.js';
import { requestService, type Runtime } from './requests/request-service.js';

const serverName = 'The token endpoint';
const requiredText = z.string().check(z.minLength(1));

/** The one grant of the interface. */
export const clientCredentialsGrant = 'client_credentials';

/** The form fields of the request. */
export const tokenRequestSchema = z.object({
  client_id: requiredText,
  client_secret: requiredText,
  grant_type: requiredText,
  /** Space-separated. */
  scope: requiredText,
});

const seconds = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d+(?:\.\d+)?$/))]),
  z.pipe(z.transform(Number), z.number().check(z.positive())),
);

export const accessTokenSchema = z.looseObject({
  /** It goes into a header as it is: visible ASCII (RFC 6749 A.12), more than RFC 6750 §2.1 has. */
  access_token: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
  /** "Bearer", in any case (RFC 6749 §5.1). */
  token_type: z.nullish(z.string().check(z.regex(/^bearer$/i))),
  /** Space-separated; absent if it equals the requested scope. */
  scope: optionalText,
  /** Seconds, as a number or as digits; anything else is left out. */
  expires_in: z.catch(z.optional(seconds), undefined),
});

/** The token endpoint's answer with 400 or 401 (RFC 6749 §5.2). */
export const tokenErrorSchema = z.looseObject({
  error: z.enum([
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
  ]),
  error_description: optionalText,
});

/**
 * The access token resource (docs/interface.md 2).
 * @useDeclaredType
 */
export type AccessToken = z.output<typeof accessTokenSchema>;
/** The token endpoint's error. */
export type TokenError = z.output<typeof tokenErrorSchema>;

export interface ClientCredentials {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Space-separated. */
  scope: string;
}

const messages: Messages = {
  unauthorized: 'The token endpoint rejected the client. Check `clientId` and `clientSecret`.',
  forbidden:
    "The token endpoint does not grant this client the requested scopes. Check `scope`, or ask the operator's support.",
  'bad-input':
    'The token endpoint rejected the request. Check `tokenUrl`, `clientId`, `clientSecret` and `scope`.',
};

/** RFC 6749 §5.2 names the reason; operators have other ways to say it, too. */
const explain: Explain = (answer) => {
  switch (z.safeParse(tokenErrorSchema, answer.body).data?.error) {
    case 'invalid_client':
    case 'invalid_grant':
      return 'unauthorized';
    case 'invalid_scope':
    case 'unauthorized_client':
      return 'forbidden';
    default:
      return explainClientRefusal(answer);
  }
};

/**
 * Requests a new token.
 * @throws {PrivatePodcastError} `unauthorized` (client), `forbidden` (scopes), or why the request
 * failed.
 */
export async function issueToken(
  runtime: Runtime,
  { tokenUrl, clientId, clientSecret, scope }: ClientCredentials,
  signal?: AbortSignal,
): Promise<AccessToken> {
  const form: z.output<typeof tokenRequestSchema> = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: clientCredentialsGrant,
    scope,
  };
  const body = await requestService(runtime, {
    serverName,
    url: `${tokenUrl}/oauth/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    signal,
    explain,
    messages,
  });
  return readAnswer(accessTokenSchema, body, serverName);
}
