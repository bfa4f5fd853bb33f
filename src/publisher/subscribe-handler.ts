/**
 * The subscribe handler: answers the element with the Subscription behind a token
 * (DESIGN.md, "The publisher's backend"). It keeps nothing between requests and mounts
 * wherever a server speaks `Request` and `Response`.
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
import { subscriptionSchema } from '../api/subscription-schema.js';
import { comesFrom, corsHeaders, methods, preflight, readOrigins } from './cors.js';
import { createHandoff, handoffFailed, type Handoff } from './handoff.js';
import { problem, problemCodeOf } from './problem.js';
import { signingKey, type SubscribeSecret } from './signing-key.js';
import { verifySubscribeToken, type Clock } from './subscribe-token.js';

/** What the handler needs of a client; a publisher's own object will do. */
export type FeedSource = Pick<FeedServiceClient, 'privateFeed'> &
  Partial<Pick<FeedServiceClient, 'publicEndpoints'>>;

export interface SubscribeHandlerOptions extends Clock {
  /** A client, or what one is made of. */
  service: FeedSource | FeedServiceConfig;
  /** What subscribe tokens are signed with; of an asymmetric key the public one is enough. */
  secret: SubscribeSecret;
  /** Origins of the pages that may ask, exactly. Pages of the handler's own origin always may. */
  allowedOrigins: readonly string[];
  /**
   * Shared by every process that answers: for the access token, where `service` is a
   * configuration, and for hand-off links. With one, and a consume page, the answer has a
   * `handoffUrl` for the member's phone; without one, it has none.
   */
  cache?: SharedCache | undefined;
  /** Seals hand-off links, at least 256 bits; default `secret`, where that is symmetric. */
  handoffSecret?: string | Uint8Array | undefined;
  /** The handler's address as browsers see it, where a proxy in front changes it; default the request's. */
  publicUrl?: string | undefined;
  /** Told of every failure, for the publisher's log. Holds no secret. */
  onError?: ((error: PrivatePodcastError) => void) | undefined;
}

/** Answers one request; it never rejects. */
export type SubscribeHandler = (request: Request) => Promise<Response>;

function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** An error that may be logged. Of one that is not ours only the kind is told: its text may hold anything. */
function loggable(error: unknown): PrivatePodcastError {
  if (error instanceof PrivatePodcastError) return error;
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  return new PrivatePodcastError(
    'config',
    `The subscribe handler failed on an unexpected ${kind}. Check the given \`service\` and \`cache\`.`,
  );
}

/**
 * Makes a subscribe handler.
 * @throws {PrivatePodcastError} `config` where an option is missing or weak.
 */
export function createSubscribeHandler(options: SubscribeHandlerOptions): SubscribeHandler {
  const { secret, now, publicUrl, onError } = options;
  const service: FeedSource =
    'privateFeed' in options.service
      ? options.service
      : createFeedServiceClient({ now, cache: options.cache, ...options.service });
  const origins = readOrigins(options.allowedOrigins);
  signingKey(secret, 'verify');
  const handoff = createHandoff({ ...options, consumeUrl: service.publicEndpoints?.consumeUrl });

  async function subscriptionFor(request: Request): Promise<Subscription> {
    const token = bearerToken(request.headers);
    if (!token) throw new PrivatePodcastError('token-invalid', 'The request has no bearer token.');
    const { member, sku, origin } = await verifySubscribeToken(token, secret, { now });
    if (origin !== undefined && !comesFrom(origin, request.headers)) {
      throw new PrivatePodcastError(
        'token-invalid',
        'The subscribe token was made for pages of another origin.',
      );
    }
    const { feedUrl, title } = await service.privateFeed({ ...member, sku });
    const read = z.safeParse(subscriptionSchema, {
      ...service.publicEndpoints,
      feedUrl,
      title,
      sku,
      handoffUrl: await handoff?.link(feedUrl, publicUrl ?? request.url),
    });
    if (read.success) return read.data;
    throw new PrivatePodcastError(
      'bad-response',
      'The feed service gave no usable feed URL and title. Check `service`.',
    );
  }

  function report(error: PrivatePodcastError): void {
    try {
      onError?.(error);
    } catch {
      // A log that fails must not cost the member the answer.
    }
  }

  async function handOff(link: Handoff, sealed: string, headers: Headers): Promise<Response> {
    try {
      return await link.redeem(sealed, headers);
    } catch (error) {
      report(loggable(error));
      return handoffFailed();
    }
  }

  async function subscribe(request: Request, headers: Record<string, string>): Promise<Response> {
    try {
      return Response.json(await subscriptionFor(request), {
        headers: { ...headers, 'Cache-Control': 'no-store' },
      });
    } catch (caught) {
      const error = loggable(caught);
      report(error);
      const code = problemCodeOf(error);
      // RFC 6750 §3.1: who sent no token at all is told the scheme, not an error.
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
      const refusal = 'A page of an origin that `allowedOrigins` does not list has asked.';
      report(new PrivatePodcastError('forbidden', refusal));
      return problem('forbidden', headers);
    }
    if (request.method === 'OPTIONS') return preflight(headers);
    if (request.method !== 'GET') return problem('bad-input', { ...headers, Allow: methods });
    const sealed = handoff && new URL(request.url).searchParams.get('handoff');
    return sealed
      ? await handOff(handoff, sealed, request.headers)
      : await subscribe(request, headers);
  };
}
