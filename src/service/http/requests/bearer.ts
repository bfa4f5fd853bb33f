/** Authentication (docs/interface.md 5): the bearer token, and the scope that a call needs (RFC 6750 §3). */
import type { Context, MiddlewareHandler } from 'hono';
import { problemResponse } from '../../../errors/problem-details.js';
import { hash, sameSecret } from '../../crypto/secrets.js';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.js';
import type { Store } from '../../store/store.js';
import type { Scope } from '../../catalogue/scopes.js';
import { clientProof } from '../routes/issue-token.js';

/** What decides whether a token is valid. */
export interface TokenCheck {
  catalogue: LiveCatalogue;
  store: Store;
  now: () => Date;
}

/**
 * The scopes of a valid token that its client still has. A token ends when it expires, or when its
 * client is removed from the catalogue or gets another secret.
 */
async function permissionsOf(
  token: string,
  { catalogue, store, now }: TokenCheck,
): Promise<{ scopes: string[]; source: string | undefined } | undefined> {
  const stored = await store.token(hash(token), now());
  const client = catalogue.current.clients.find(({ clientId }) => clientId === stored?.clientId);
  if (!stored || !client) return undefined;
  if (!sameSecret(stored.clientProof, clientProof(token, client))) return undefined;
  const scopes = stored.scope.split(' ').filter((scope) => client.scopes.includes(scope));
  return { scopes, source: client.source };
}

/**
 * Lets a request through if its token has the scope; otherwise answers 401 or 403.
 * @param sourceOf the source that a request is about: one that the token's client states is let
 * through with `service:members` alone
 */
export function requireScope(
  check: TokenCheck,
  scope: Scope,
  sourceOf?: (c: Context) => string | undefined,
): MiddlewareHandler {
  return async (c, next) => {
    const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
    if (token === undefined) {
      return problemResponse(401, 'unauthorized', 'Send Authorization: Bearer <access token>.', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    const permissions = await permissionsOf(token, check);
    if (permissions === undefined) {
      return problemResponse(
        401,
        'unauthorized',
        'The access token is invalid or has expired. Request a new one.',
        { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
      );
    }
    const { scopes, source } = permissions;
    const isOwnSource =
      source !== undefined && scopes.includes('service:members') && sourceOf?.(c) === source;
    if (!scopes.includes(scope) && !isOwnSource) {
      return problemResponse(403, 'forbidden', `The access token needs the scope ${scope}.`, {
        'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
      });
    }
    return next();
  };
}
