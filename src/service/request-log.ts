/** One line a request. It has the pattern of the path, so that no secret in a path or query can be in it. */
import type { Context, MiddlewareHandler } from 'hono';

export type Log = (line: object) => void;

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
