/**
 * What the service says of its work: one object a request and one a failure. A request
 * has the pattern of its path and a failure no message but our own, so that no secret of
 * a path, a query or a database row can be in them.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Log } from './config.js';

interface Route {
  method: string;
  path: string;
}

/** The route that answered; middleware is registered for all methods. */
function pattern(routes: readonly Route[]): string {
  return routes.findLast(({ method }) => method !== 'ALL')?.path ?? 'no such path';
}

export function logRequests(
  log: Log,
  now: () => Date,
  matchedRoutes: (c: Context) => Route[],
): MiddlewareHandler {
  return async (c, next) => {
    const started = now();
    await next();
    log({
      time: started.toISOString(),
      method: c.req.method,
      path: pattern(matchedRoutes(c)),
      status: c.res.status,
      milliseconds: now().getTime() - started.getTime(),
    });
  };
}

/** What there is to say of a failure without the values that a foreign message may hold. */
export function describeFailure(error: unknown): object {
  if (error instanceof PrivatePodcastError) {
    const { code, message, cause } = error;
    return { error: code, message, ...(cause !== undefined && { cause: describeFailure(cause) }) };
  }
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, at: frames?.slice(0, 5).map((line) => line.trim()) };
}
