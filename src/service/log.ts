/**
 * The service's log: one object per request and one per failure. A request is logged with the
 * pattern of its path, a failure with our own messages only, so that no secret from a path, a
 * query or a database row ends up in it.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Log } from './config.js';
import type { Metrics } from './metrics.js';

interface Route {
  method: string;
  path: string;
}

/** The path pattern of the route that answered. Middleware is registered for all methods. */
function pattern(routes: readonly Route[]): string {
  return routes.findLast(({ method }) => method !== 'ALL')?.path ?? '(no route)';
}

/** The id of a request: the proxy's `X-Request-Id`, or a new one. It is in the answer and in each line of the log. */
export function requestId(c: Context): string {
  return (c as Context<{ Variables: { requestId: string } }>).get('requestId');
}

export function logRequests(
  log: Log,
  now: () => Date,
  matchedRoutes: (c: Context) => Route[],
  metrics: Pick<Metrics, 'request'>,
): MiddlewareHandler {
  return async (c, next) => {
    const started = now();
    const timer = performance.now();
    await next();
    const { method } = c.req;
    const { status } = c.res;
    const path = pattern(matchedRoutes(c));
    metrics.request({ method, path, status, seconds: (performance.now() - timer) / 1000 });
    log({
      time: started.toISOString(),
      id: requestId(c),
      method,
      path,
      status,
      milliseconds: now().getTime() - started.getTime(),
    });
  };
}

/** The log of a service that was given none: failures only, on the standard error. */
function logFailures(line: object): void {
  if ('error' in line) process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** Gives every line its time. */
export function openLog(log: Log = logFailures, now: () => Date): Log {
  return (line) => log({ time: now().toISOString(), ...line });
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
