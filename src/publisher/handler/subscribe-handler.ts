/**
 * The subscribe handler (docs/interface.md 11): answers the element with the Subscription behind a token. It works
 * in every server that uses `Request` and `Response`.
 */
import { canonicalEmail } from '../../api/checks/email-address.js';
import { withDeadline } from '../../api/deadline.js';
import type { MemberAndProduct } from '../../api/flow/private-feed.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { allowedMethods, comesFrom, corsHeaders, isWebOrigin, preflight } from './cors.js';
import { readOptions, type SubscribeHandlerOptions } from './handler-options.js';
import { handoffFailed, type Handoff } from '../handoff/handoff.js';
import { problem, problemCodeOf } from './problem.js';
import { asks, createQuestions, isOffered, type OfferedQuestion } from './questions.js';
import { createRateLimits, type RateLimits } from './rate-limit.js';
import { createReport, loggable } from './failure-log.js';
import { whileWaitedFor } from './while-waited-for.js';

/** Requests per minute to open one hand-off code, in each process. */
const CODE_LIMIT = 30;

/** Answers one request. It never rejects. */
export type SubscribeHandler = (request: Request) => Promise<Response>;

function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** A member of a podcast, the same for each spelling of an address: one count, one owner of a hand-off code. */
const ownerOf = ({ sku, email, userId }: MemberAndProduct): string =>
  JSON.stringify({ sku, email: email && canonicalEmail(email), userId });

/** The `Origin` of a request for the log. Anyone can send anything there. */
function nameOf(origin: string): string {
  if (origin === 'null') return 'no origin (a sandboxed frame, or a file)';
  return isWebOrigin(origin) && origin.length <= 256 ? `"${origin}"` : 'a malformed origin';
}

/**
 * Makes a subscribe handler. It answers GET with the Subscription as JSON, or with problem details.
 * @throws {PrivatePodcastError} `config` if an option is missing, weak, not valid, or none of these.
 * @example
 * const handler = createSubscribeHandler({
 *   service: { tokenUrl, baseUrl, consumeUrl, clientId, clientSecret, onboardingOriginId },
 *   secret,
 *   allowedOrigins: ['https://www.example.com'],
 * });
 * app.all('/subscribe', (c) => handler(c.req.raw)); // Hono
 * @example
 * // A publisher that hosts its own feeds needs no operator.
 * const handler = createSubscribeHandler({
 *   service: {
 *     async privateFeed({ email, sku }) {
 *       const { feedUrl, title, id } = await feeds.find(email, sku);
 *       return { feedUrl, title, sku, userId: id, entitlementId: id };
 *     },
 *   },
 *   secret,
 *   allowedOrigins: ['https://www.example.com'],
 * });
 */
export function createSubscribeHandler(options: SubscribeHandlerOptions): SubscribeHandler {
  return createLimitedHandler(options);
}

/**
 * Makes a subscribe handler with counts of requests that others may share.
 * @throws {PrivatePodcastError} as {@link createSubscribeHandler}.
 */
export function createLimitedHandler(
  options: SubscribeHandlerOptions,
  limits?: RateLimits,
): SubscribeHandler {
  const handling = readOptions(options);
  const { verify, origins, publicUrl, deadline, handoff, publisher, memberLimit } = handling;
  const { cache, now: clock = Date.now } = options;
  const now = () => Number(clock());
  const { members, codes } = limits ?? createRateLimits({ cache, now });
  const questions = createQuestions(handling, now);
  const report = createReport(options.onError, now);

  /** Reads the member and the podcast from the request's token. */
  async function whoAsks(request: Request): Promise<MemberAndProduct> {
    const token = bearerToken(request.headers);
    if (!token) {
      throw new PrivatePodcastError(
        'token-invalid',
        'The request has no bearer token. Send the subscribe token as one.',
      );
    }
    const { member, sku, origin } = await verify(token);
    if (origin !== undefined && !comesFrom(origin, request, publicUrl)) {
      throw new PrivatePodcastError(
        'token-invalid',
        `The subscribe token is bound to ${nameOf(origin)}, and the request comes from elsewhere. Behind a proxy that changes the host, set \`publicUrl\`.`,
      );
    }
    return { ...member, sku };
  }

  /** Does what a request asks for: until the deadline, and as long as somebody waits for it. */
  function inTime<T>(request: Request, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return whileWaitedFor(request, (signal) =>
      withDeadline({ name: 'The subscribe handler', timeout: deadline, signal }, work),
    );
  }

  /** The body of the answer to a request with a token. */
  async function bodyOf(
    { name, limit, answer }: OfferedQuestion,
    request: Request,
    signal: AbortSignal,
  ): Promise<object> {
    const due = now() + deadline;
    const who = await whoAsks(request);
    const owner = ownerOf(who);
    await members.count('member', owner, memberLimit);
    if (name && limit) await members.count(name, owner, limit);
    return answer({ who, owner, request, due, signal });
  }

  async function redeem(link: Handoff, code: string, request: Request): Promise<Response> {
    try {
      return await inTime(request, async () => {
        // Anything else would be found nowhere, and could be of any length.
        if (link.isCode(code)) await codes.count('code', code, CODE_LIMIT);
        return link.redeem(code, request);
      });
    } catch (caught) {
      const error = loggable(caught);
      report(error);
      return handoffFailed(request, error.retryAfter, publisher);
    }
  }

  async function subscribe(
    question: OfferedQuestion,
    request: Request,
    headers: Record<string, string>,
  ): Promise<Response> {
    try {
      const body = await inTime(request, (signal) => bodyOf(question, request, signal));
      // Adapters for Node write a text at once, and stream what `Response.json` gives.
      return new Response(JSON.stringify(body), {
        headers: { ...headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
      });
    } catch (caught) {
      const error = loggable(caught);
      // Nobody waits for the answer to an aborted request, so it is not reported as a failure.
      if (error.code !== 'aborted') report(error);
      const failure = problemCodeOf(error);
      // RFC 6750 §3.1: a request without a token gets the scheme only, not an error.
      const challenge = bearerToken(request.headers) ? 'Bearer error="invalid_token"' : 'Bearer';
      return problem(failure, {
        ...headers,
        ...(failure.startsWith('token-') && { 'WWW-Authenticate': challenge }),
        ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
      });
    }
  }

  /** A page of the handler's own origin sends its `Origin` with a POST; the browser tells it apart. */
  const mayAsk = ({ headers }: Request, origin: string | null): boolean =>
    origin === null || origins.has(origin) || headers.get('sec-fetch-site') === 'same-origin';

  return async (request) => {
    const origin = request.headers.get('origin');
    const allowed = mayAsk(request, origin);
    const headers = corsHeaders(origin, allowed);
    if (origin !== null && !allowed) {
      const message = `A page of ${nameOf(origin)} called the handler. If it is yours, add its origin to \`allowedOrigins\`.`;
      report(new PrivatePodcastError('forbidden', message));
      return problem('forbidden', headers);
    }
    if (request.method === 'OPTIONS') return preflight(headers);
    const { method } = request;
    const { searchParams } = new URL(request.url);
    const code = handoff && searchParams.get('h');
    if (code && /^(GET|HEAD)$/.test(method)) return await redeem(handoff, code, request);
    const question = questions.find((each) => asks(searchParams, each));
    if (!question?.methods.includes(method)) {
      return problem('bad-input', { ...headers, Allow: allowedMethods });
    }
    return isOffered(question)
      ? await subscribe(question, request, headers)
      : problem('not-found', headers);
  };
}
