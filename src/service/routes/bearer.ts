/** Authentication (docs/interface.md 5): the bearer token, and the scope that a call needs (RFC 6750 §3). */
import type { MiddlewareHandler } from 'hono';
import { problemResponse } from '../../errors/problem-details.js';
import type { RouteContext } from './route-context.js';
import { hash } from '../store/secrets.js';
import type { Scope } from './token.js';

/** Lets a request through if its token has the scope; otherwise answers 401 or 403. */
export function requireScope({ store, now }: RouteContext, scope: Scope): MiddlewareHandler {
  return async (c, next) => {
    const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
    if (token === undefined) {
      return problemResponse(401, 'unauthorized', 'Send Authorization: Bearer <access token>.', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    const scopes = await store.tokenScopes(hash(token), now());
    if (scopes === undefined) {
      return problemResponse(
        401,
        'unauthorized',
        'The access token is invalid or has expired. Request a new one.',
        {
          'WWW-Authenticate': 'Bearer error="invalid_token"',
        },
      );
    }
    if (!scopes.includes(scope)) {
      return problemResponse(403, 'forbidden', `The access token needs the scope ${scope}.`, {
        'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
      });
    }
    return next();
  };
}
