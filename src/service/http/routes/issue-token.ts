/** 4.1 Issue a token: OAuth 2.0 client credentials (RFC 6749 §4.4; errors as in §5.2). */
import type { Handler } from 'hono';
import * as z from 'zod/mini';
import {
  accessTokenSchema,
  clientCredentialsGrant,
  tokenErrorSchema,
  tokenRequestSchema,
  type TokenError,
} from '../../../api/token.js';
import type { CatalogueData, Client } from '../../catalogue/catalogue.js';
import { secretText } from '../../catalogue/client-secret.js';
import { createSecretCheck } from '../../catalogue/secret-check.js';
import { derive, hash, randomSecret } from '../../crypto/secrets.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Store } from '../../store/store.js';
import { isUnusable, isUnusableForm } from '../requests/unusable-text.js';

/** Seconds (docs/interface.md 8). */
const TOKEN_LIFETIME = 86_400;

class TokenRefusal extends Error {
  constructor(
    readonly error: TokenError['error'],
    readonly description: string,
  ) {
    super(error);
  }
}

const wrongClient = () => new TokenRefusal('invalid_client', 'Check client_id and client_secret.');

type TokenRequest = z.output<typeof tokenRequestSchema>;

/** Credentials from the header, each form-encoded before they were joined (RFC 6749 §2.3.1). */
function basicCredentials(header: string): Pick<TokenRequest, 'client_id' | 'client_secret'> {
  const decoded = Buffer.from(header.slice('basic '.length), 'base64').toString('utf8');
  const [id = '', ...rest] = decoded.split(':');
  const decode = (part: string) => new URLSearchParams(`v=${part}`).get('v') ?? '';
  return { client_id: decode(id), client_secret: decode(rest.join(':')) };
}

/** The value of a form field. One that is sent twice is an error (RFC 6749 §3.2), like a missing one. */
function field(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

/** @param authorization the header, if it holds the client's credentials. */
function readRequest(body: string, authorization: string | undefined): TokenRequest {
  const form = new URLSearchParams(body);
  const names = Object.keys(tokenRequestSchema.shape);
  const { data, error } = z.safeParse(tokenRequestSchema, {
    ...Object.fromEntries(names.map((name) => [name, field(form, name)])),
    ...(authorization !== undefined && basicCredentials(authorization)),
  });
  if (data && !Object.values(data).some(isUnusable) && !isUnusableForm(body)) return data;
  if (data) throw new TokenRefusal('invalid_request', 'Send no NUL and no half of a character.');
  const missing = String(error.issues[0]?.path[0]);
  if (authorization !== undefined && missing.startsWith('client_')) throw wrongClient();
  throw new TokenRefusal('invalid_request', `Send ${missing} once, as a form field.`);
}

/**
 * Ties a token to its client's secret without storing that: it takes the token, which is not
 * stored either, to compare a secret with the proof.
 */
export function clientProof(token: string, { clientSecret }: Client): string {
  return derive(token, secretText(clientSecret));
}

/**
 * The requested scopes that the client has. An unknown scope is an error. A scope that this client
 * lacks is left out, as RFC 6749 §3.3 allows, and the call that needs it says so.
 */
function grantedScopes({ clients }: CatalogueData, client: Client, requested: string): string {
  const known = new Set(clients.flatMap(({ scopes }) => scopes));
  const scopes = [...new Set(requested.split(' ').filter(Boolean))];
  const unknown = scopes.some((scope) => !known.has(scope));
  const granted = scopes.filter((scope) => client.scopes.includes(scope));
  if (unknown || granted.length === 0) {
    throw new TokenRefusal(
      'invalid_scope',
      'Request scopes that this client has in the catalogue.',
    );
  }
  return granted.join(' ');
}

/** A client that sends too many wrong secrets at once gets problem details, like anyone who asks too often. */
export function issueToken(catalogue: LiveCatalogue, store: Store, now: () => Date): Handler {
  const findClient = createSecretCheck();
  return async (c) => {
    const authorization = c.req.header('Authorization') ?? '';
    const basic = /^basic /i.test(authorization);
    c.header('Cache-Control', 'no-store');
    c.header('Pragma', 'no-cache');
    try {
      if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '')) {
        throw new TokenRefusal('invalid_request', 'Send application/x-www-form-urlencoded.');
      }
      const request = readRequest(await c.req.text(), basic ? authorization : undefined);
      const { clients } = catalogue.current;
      const client = await findClient(clients, request.client_id, request.client_secret);
      if (!client) throw wrongClient();
      if (request.grant_type !== clientCredentialsGrant) {
        throw new TokenRefusal(
          'unsupported_grant_type',
          `grant_type must be ${clientCredentialsGrant}.`,
        );
      }
      const scope = grantedScopes(catalogue.current, client, request.scope);
      const token = randomSecret();
      const issued = now();
      const stored = {
        hash: hash(token),
        clientId: client.clientId,
        clientProof: clientProof(token, client),
        scope,
        expiresAt: new Date(issued.getTime() + TOKEN_LIFETIME * 1000),
      };
      await store.addToken(stored, issued);
      const answer = {
        access_token: token,
        token_type: 'Bearer',
        expires_in: TOKEN_LIFETIME,
        scope,
      };
      return c.json(z.parse(accessTokenSchema, answer));
    } catch (caught) {
      if (!(caught instanceof TokenRefusal)) throw caught;
      const { error, description } = caught;
      const unauthorized = error === 'invalid_client';
      if (unauthorized && basic) c.header('WWW-Authenticate', 'Basic realm="token"');
      const answer = z.parse(tokenErrorSchema, { error, error_description: description });
      return c.json(answer, unauthorized ? 401 : 400);
    }
  };
}
