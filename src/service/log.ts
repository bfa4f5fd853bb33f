/**
 * The service's log: one object per request and one per failure. A request is logged with the
 * pattern of its path, a failure with our own messages only, so that no secret from a path, a
 * query or a database row ends up in it.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Log } from './config.js';

interface Route {
  method: string;
  path: string;
}

/** The path pattern of the route that answered. Middleware is registered for all methods. */
function pattern(routes: readonly Route[]): string {
  return routes.findLast(({ method }) => method !== 'ALL')?.path ?? '(no route)';
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

/** Describes a failure without the messages of other libraries, which may contain secrets. */
export function describeFailure(error: unknown): object {
  if (error instanceof PrivatePodcastError) {
    const { code, message, cause } = error;
    return { error: code, message, ...(cause !== undefined && { cause: describeFailure(cause) }) };
  }
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, at: frames?.slice(0, 5).map((line) => line.trim()) };
}
