/**
 * The service's log: one object per request and one per failure. A request is logged with the
 * pattern of its path, a failure with our own messages only, so that no secret from a path, a
 * query or a database row ends up in it.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Log } from './config.js';
import { adviceFor } from './failures/advice.js';
import { OF_DATABASE } from './failures/cures.js';
import { causesOf, failureCode, isCodeAlone } from './failures/failure-code.js';
import { DatabaseFailure, FeedFailure } from './failures/placed-failures.js';
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

export function createRequestLog(
  log: Log,
  now: () => Date,
  metrics: Pick<Metrics, 'request'>,
): StartRecord {
  return (id, method) => {
    const started = now();
    const timer = performance.now();
    return (path, status) => {
      metrics.request({ method, path, status, seconds: (performance.now() - timer) / 1000 });
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

/** The log of a service that was given none: failures only, on the standard error. */
function logFailures(line: object): void {
  if ('error' in line) process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** Gives a time to every line that has none. */
export function openLog(log: Log = logFailures, now: () => Date): Log {
  return (line) => log('time' in line ? line : { time: now().toISOString(), ...line });
}

interface Described {
  error: string;
  message?: string;
  at?: string[];
  cause?: Described;
}

/** A failure and its causes, without the messages of other libraries, which may contain secrets. */
function describeChain(error: unknown): Described {
  if (error instanceof PrivatePodcastError) {
    const { code, message, cause } = error;
    const isKnown = cause !== undefined && !isCodeAlone(cause);
    return { error: code, message, ...(isKnown && { cause: describeChain(cause) }) };
  }
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  const at = frames?.slice(0, 5).map((line) => line.trim());
  return { error: error.name, ...(at && { at }) };
}

/**
 * Describes a failure: what happened, the `code` that the system or the database gave, the show that
 * it concerns, and what to `do` about it.
 */
export function describeFailure(failure: unknown): object {
  const { cause, ...line } = describeChain(failure);
  const causes = causesOf(failure);
  const code = failureCode(failure);
  const place = causes.find((each) => each instanceof FeedFailure)?.place;
  const isOfDatabase = causes.some((each) => each instanceof DatabaseFailure);
  const where = place ? 'feed' : isOfDatabase ? 'database' : 'service';
  const innermost = causes.findLast((each) => each instanceof PrivatePodcastError);
  return {
    ...line,
    ...(code !== undefined && { code }),
    ...place,
    do: adviceFor(where, code, innermost?.code ?? line.error),
    ...(where === 'database' && { [OF_DATABASE]: true }),
    ...(cause && { cause }),
  };
}
