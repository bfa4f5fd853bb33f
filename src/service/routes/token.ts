/** 4.1 Issue a token: OAuth 2.0 client credentials (RFC 6749 §4.4; errors after §5.2). */
import type { Handler } from 'hono';
import type { CatalogueData, Client } from '../catalogue/catalogue.js';
import type { RouteContext } from './route-context.js';
import { hash, randomSecret, sameSecret } from '../store/secrets.js';

/** Scopes that calls of the interface ask for (INTERFACE.md 5.4). */
export type Scope = 'profile:user:read' | 'vault:impersonate';

/** Seconds that a token is good for (INTERFACE.md 8). */
const lifetime = 86_400;

class TokenError extends Error {
  constructor(
    readonly error:
      'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope',
    readonly description: string,
  ) {
    super(error);
  }
}

interface Credentials {
  id: string;
  secret: string;
}

/** The one value of a form field; a field that comes twice is a fault (RFC 6749 §3.2). */
function field(form: URLSearchParams, name: string): string {
  const [value, ...more] = form.getAll(name);
  if (!value || more.length > 0) {
    throw new TokenError('invalid_request', `Send ${name} once, as a form field.`);
  }
  return value;
}

/** Credentials in the header, each part form-encoded before it was joined (RFC 6749 §2.3.1). */
function basicCredentials(header: string): Credentials {
  const decoded = Buffer.from(header.slice('basic '.length), 'base64').toString('utf8');
  const [id = '', ...rest] = decoded.split(':');
  const decode = (part: string) => new URLSearchParams(`v=${part}`).get('v') ?? '';
  return { id: decode(id), secret: decode(rest.join(':')) };
}

function authenticate({ clients }: CatalogueData, { id, secret }: Credentials): Client {
  const client = clients.find(({ clientId }) => clientId === id);
  // An unknown client costs the same comparison as a known one.
  if (!sameSecret(client?.clientSecret ?? '', secret) || !client) {
    throw new TokenError('invalid_client', 'Check client_id and client_secret.');
  }
  return client;
}

/**
 * What is granted of the scopes asked for: those the client has. A scope that is no scope
 * here is an error; one that this client lacks is left out, as RFC 6749 §3.3 allows, and
 * the call that needs it says so.
 */
function grant({ clients }: CatalogueData, client: Client, asked: string): string {
  const known = new Set(clients.flatMap(({ scopes }) => scopes));
  const scopes = [...new Set(asked.split(' ').filter(Boolean))];
  const unknown = scopes.some((scope) => !known.has(scope));
  const granted = scopes.filter((scope) => client.scopes.includes(scope));
  if (unknown || granted.length === 0) {
    throw new TokenError('invalid_scope', 'Ask for scopes that this client has in the catalogue.');
  }
  return granted.join(' ');
}

export function issueToken({ catalogue, store, now }: RouteContext): Handler {
  return async (c) => {
    const authorization = c.req.header('Authorization') ?? '';
    const basic = /^basic /i.test(authorization);
    c.header('Cache-Control', 'no-store');
    c.header('Pragma', 'no-cache');
    try {
      if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('Content-Type') ?? '')) {
        throw new TokenError('invalid_request', 'Send application/x-www-form-urlencoded.');
      }
      const form = new URLSearchParams(await c.req.text());
      const credentials = basic
        ? basicCredentials(authorization)
        : { id: field(form, 'client_id'), secret: field(form, 'client_secret') };
      const grantType = field(form, 'grant_type');
      const asked = field(form, 'scope');
      const client = authenticate(catalogue, credentials);
      if (grantType !== 'client_credentials') {
        throw new TokenError('unsupported_grant_type', 'grant_type must be client_credentials.');
      }
      const scope = grant(catalogue, client, asked);
      const token = randomSecret();
      const issued = now();
      const expires = new Date(issued.getTime() + lifetime * 1000);
      await store.addToken(hash(token), scope, issued, expires);
      return c.json({ access_token: token, token_type: 'Bearer', expires_in: lifetime, scope });
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      const unauthorized = error.error === 'invalid_client';
      if (unauthorized && basic) c.header('WWW-Authenticate', 'Basic realm="token"');
      return c.json(
        { error: error.error, error_description: error.description },
        unauthorized ? 401 : 400,
      );
    }
  };
}
