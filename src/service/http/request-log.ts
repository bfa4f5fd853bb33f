/**
 * One line of the log for each request, with the pattern of its path: the path itself may hold a secret.
 */
import type { Context, MiddlewareHandler } from 'hono';
import type { Registry } from 'prom-client';
import type { Log } from '../failures/log.js';
import { createDurations } from '../metrics/durations.js';

interface Route {
  method: string;
  path: string;
}

/** The path pattern of the route that answered. Middleware is registered for all methods. */
function pattern(routes: readonly Route[]): string {
  return routes.findLast(({ method }) => method !== 'ALL')?.path ?? '(no route)';
}

/** The id of a request: the proxy's `X-Request-Id`, or a new one. It is in the answer and in each line of the log. */
export function requestIdOf(sent: string | undefined): string {
  return sent !== undefined && /^[\w=-]{1,255}$/.test(sent) ? sent : crypto.randomUUID();
}

type WithId = Context<{ Variables: { requestId: string } }>;

/** The id that {@link giveRequestId} gave. */
export const requestId = (c: Context): string => (c as WithId).get('requestId');

export const giveRequestId: MiddlewareHandler = (c, next) => {
  (c as WithId).set('requestId', requestIdOf(c.req.header('X-Request-Id')));
  return next();
};

/** Starts the record of a request. The function that it returns logs and measures its answer. */
export type StartRecord = (id: string, method: string) => (path: string, status: number) => void;

export function createRequestLog(log: Log, now: () => Date, registry: Registry): StartRecord {
  const durations = createDurations(registry, {
    name: 'pps_http_request_duration_seconds',
    help: 'Requests, by method, path pattern and status.',
    labelNames: ['method', 'path', 'status'],
  });
  return (id, method) => {
    const started = now();
    const timer = performance.now();
    return (path, status) => {
      durations.observe({ method, path, status }, (performance.now() - timer) / 1000);
      const milliseconds = now().getTime() - started.getTime();
      log({ time: started.toISOString(), id, method, path, status, milliseconds });
    };
  };
}

export function logRequests(
  startRecord: StartRecord,
  matchedRoutes: (c: Context) => Route[],
): MiddlewareHandler {
  return async (c, next) => {
    const record = startRecord(requestId(c), c.req.method);
    await next();
    record(pattern(matchedRoutes(c)), c.res.status);
  };
}
