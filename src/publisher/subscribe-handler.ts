/**
 * The subscribe handler (docs/interface.md 11): answers the element with the Subscription behind a token. It keeps
 * nothing between requests, and works in every server that uses `Request` and `Response`.
 */
import * as z from 'zod/mini';
import type { SharedCache } from '../api/cache.js';
import {
  createFeedServiceClient,
  type FeedServiceClient,
  type FeedServiceConfig,
} from '../api/client.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Subscription } from '../api/subscription.js';
import { DEFAULT_DEADLINE_MS, withDeadline } from '../api/flow/deadline.js';
import { optionalDuration } from '../api/input.js';
import type { MemberAndProduct } from '../api/private-feed.js';
import { subscriptionSchema } from '../api/subscription-schema.js';
import { allowedMethods, comesFrom, corsHeaders, preflight, readOrigins } from './cors.js';
import { createHandoff, handoffFailed, type Handoff } from './handoff.js';
import { problem, problemCodeOf } from './problem.js';
import { signingKey, type SubscribeSecret } from './signing-key.js';
import { verifySubscribeToken, type Clock } from './subscribe-token.js';

/** What the handler needs of a client. A publisher that hosts its own feeds passes its own object. */
export type FeedSource = Pick<FeedServiceClient, 'privateFeed'> &
  Partial<Pick<FeedServiceClient, 'publicEndpoints'>>;

export interface SubscribeHandlerOptions extends Clock {
  /** A client, or the configuration of one. */
  service: FeedSource | FeedServiceConfig;
  /** What subscribe tokens are signed with. Of an asymmetric key, the public one is enough. */
  secret: SubscribeSecret;
  /**
   * Exact origins of the pages that may call the handler, such as "https://www.example.com".
   * Pages of the handler's own origin always may.
   */
  allowedOrigins: readonly string[];
  /**
   * Shared by all processes: for hand-off links, and for the access token if `service` is a
   * configuration. With a cache and a consume page, the handler makes hand-off codes for the
   * member's phone.
   */
  cache?: SharedCache | undefined;
  /** Encrypts hand-off links: at least 256 bits. Default: `secret`, if that is symmetric. */
  handoffSecret?: string | Uint8Array | undefined;
  /** Milliseconds for a whole answer; default 8,000, under the 10 s after which the element gives up. */
  deadline?: number | undefined;
  /** Called with every failure, for the publisher's log. The error holds no secret. */
  onError?: ((error: PrivatePodcastError) => void) | undefined;
}

/** A member and a podcast, as a token names them. */
type Verified = MemberAndProduct;

/** Answers one request. It never rejects. */
export type SubscribeHandler = (request: Request) => Promise<Response>;

function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** An error that is safe to log. An error that is not ours is named by its class only: its text may hold a secret. */
function loggable(error: unknown): PrivatePodcastError {
  if (error instanceof PrivatePodcastError) return error;
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  return new PrivatePodcastError(
    'config',
    `The subscribe handler failed with an unexpected ${kind}. Check \`service\` and \`cache\`.`,
  );
}

/**
 * Makes a subscribe handler. It answers GET with the Subscription as JSON, or with problem details.
 * @throws {PrivatePodcastError} `config` if an option is missing, weak or not valid.
 * @example
 * const handler = createSubscribeHandler({
 *   service: { tokenUrl, baseUrl, consumeUrl, clientId, clientSecret, onboardingOriginId },
 *   secret,
 *   allowedOrigins: ['https://www.example.com'],
 *   onError: (error) => console.error(error.code, error.message),
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
  const { secret, now, onError } = options;
  const deadline = optionalDuration(options.deadline, 'deadline') ?? DEFAULT_DEADLINE_MS;
  const service: FeedSource =
    'privateFeed' in options.service
      ? options.service
      : createFeedServiceClient({ now, cache: options.cache, deadline, ...options.service });
  const origins = readOrigins(options.allowedOrigins);
  signingKey(secret, 'verify');
  const handoff = createHandoff({ ...options, consumeUrl: service.publicEndpoints?.consumeUrl });

  /** Who asks, for which podcast: by the request's token. */
  async function verify(request: Request): Promise<Verified> {
    const token = bearerToken(request.headers);
    if (!token)
      throw new PrivatePodcastError(
        'token-invalid',
        'The request has no bearer token. Send the subscribe token as one.',
      );
    const { member, sku, origin } = await verifySubscribeToken(token, secret, { now });
    if (origin !== undefined && !comesFrom(origin, request.headers)) {
      throw new PrivatePodcastError(
        'token-invalid',
        'The subscribe token is bound to another origin.',
      );
    }
    return { ...member, sku };
  }

  async function subscriptionOf(who: Verified, signal: AbortSignal): Promise<Subscription> {
    const feed = await service.privateFeed({ ...who, signal });
    const { feedUrl, title, streamingUrl, streamingLinkUrl } = feed;
    const read = z.safeParse(subscriptionSchema, {
      ...service.publicEndpoints,
      feedUrl,
      title,
      sku: who.sku,
      streamingUrl,
      streamingLinkUrl,
      handoff: handoff && true,
    });
    if (read.success) return read.data;
    throw new PrivatePodcastError(
      'bad-response',
      'The feed service gave no usable feed URL or title. Check `service`.',
    );
  }

  /** Does what a request asks for: until the deadline, and as long as somebody waits for it. */
  function inTime<T>(request: Request, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = request;
    return withDeadline({ name: 'The subscribe handler', milliseconds: deadline, signal }, work);
  }

  /** The body of the answer to a request with a token. */
  async function answer(request: Request, signal: AbortSignal): Promise<object> {
    const code = new URL(request.url).searchParams.get('handoff');
    const who = await verify(request);
    if (code === null || !handoff) return subscriptionOf(who, signal);
    const owner = JSON.stringify(who);
    if (request.method === 'GET') return { opened: await handoff.wasOpened(code, owner) };
    return handoff.create((await subscriptionOf(who, signal)).feedUrl, owner, request.url);
  }

  function report(error: PrivatePodcastError): void {
    try {
      onError?.(error);
    } catch {
      // A failing log must not cost the member the answer.
    }
  }

  async function redeem(link: Handoff, code: string, request: Request): Promise<Response> {
    try {
      return await inTime(request, () => link.redeem(code, request));
    } catch (error) {
      report(loggable(error));
      return handoffFailed(request);
    }
  }

  async function subscribe(request: Request, headers: Record<string, string>): Promise<Response> {
    try {
      return Response.json(await inTime(request, (signal) => answer(request, signal)), {
        headers: { ...headers, 'Cache-Control': 'no-store' },
      });
    } catch (caught) {
      const error = loggable(caught);
      // Nobody waits for this answer: that is no failure.
      if (error.code !== 'aborted') report(error);
      const code = problemCodeOf(error);
      // RFC 6750 §3.1: a request without a token gets the scheme only, not an error.
      const challenge = bearerToken(request.headers) ? 'Bearer error="invalid_token"' : 'Bearer';
      return problem(code, {
        ...headers,
        ...(code.startsWith('token-') && { 'WWW-Authenticate': challenge }),
        ...(error.retryAfter !== undefined && { 'Retry-After': String(error.retryAfter) }),
      });
    }
  }

  return async (request) => {
    const origin = request.headers.get('origin');
    const allowed = origin === null || origins.has(origin);
    const headers = corsHeaders(origin, allowed);
    if (!allowed) {
      const message = 'A page of an origin that is not in `allowedOrigins` called the handler.';
      report(new PrivatePodcastError('forbidden', message));
      return problem('forbidden', headers);
    }
    if (request.method === 'OPTIONS') return preflight(headers);
    const { method } = request;
    const { searchParams } = new URL(request.url);
    const code = handoff && searchParams.get('h');
    if (code && /^(GET|HEAD)$/.test(method)) return await redeem(handoff, code, request);
    const asksForHandoff = searchParams.has('handoff');
    if (method !== 'GET' && !(method === 'POST' && asksForHandoff)) {
      return problem('bad-input', { ...headers, Allow: allowedMethods });
    }
    if (asksForHandoff && !handoff) return problem('not-found', headers);
    return await subscribe(request, headers);
  };
}
