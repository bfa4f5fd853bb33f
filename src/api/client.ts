/** The whole flow (docs/interface.md 1) in one client: token, user, access, feed, parser and consume page. */
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import type { Podcast } from '../podcast/schema.js';
import {
  createAuthorizedRequest,
  serviceName,
  type AuthorizedRequest,
} from './authorization/authorized-request.js';
import type { SharedCache } from './cache/shared-cache.js';
import { consumePageUrl } from './consume.js';
import { connections, resetFeed, type Connection } from './connections.js';
import { access, autoOnboard } from './entitlements.js';
import { DEFAULT_DEADLINE_MS, withDeadline } from './deadline.js';
import { findConnections, findFeed, replaceFeed } from './flow/find-feed.js';
import { DEFAULT_ACCESS_TTL_SECONDS, type FlowOptions } from './flow/member-ids.js';
import { createSharedCalls } from './flow/shared-calls.js';
import { SharedFlights } from './flow/shared-flights.js';
import { optionalDuration, requireBaseUrl, requireHosts } from './checks/input.js';
import { requireKnownOptions, type OptionNames } from './checks/known-options.js';
import { defaultParserFormat } from './parser-url.js';
import { parseFeed } from './parser.js';
import {
  requireMember,
  type ExtensionCalls,
  type FlowCalls,
  type MemberAndProduct,
  type PrivateFeed,
  type PrivateFeedRequest,
} from './flow/private-feed.js';
import { userByEmail } from './profile.js';
import { ownRuntime, type Runtime } from './requests/request-service.js';
import { afterAnyFailure, withRetries } from './requests/retry.js';
import { createSealedCache } from './cache/sealed-cache.js';
import { TokenKeeper, type AccessTokens } from './authorization/token-keeper.js';
import { issueToken, type AccessToken } from './token.js';

/** The scopes that the flow uses (docs/interface.md 5). */
export const defaultScope = 'vault:impersonate profile:user:read';

/** Enough for the parser and the consume page. */
export interface PublicServiceConfig {
  /** Base URL of the feed parser, without `/rss`. */
  parserUrl?: string | undefined;
  /** Base URL of the consume page, without the locale. */
  consumeUrl?: string | undefined;
  /** Default "service". */
  parserFormat?: string | undefined;
  /** Default: the platform's. */
  fetch?: typeof fetch | undefined;
  /** The time, in milliseconds since 1970; default: the platform's. */
  now?: (() => number | Date) | undefined;
}

/** All that `privateFeed` needs. */
export interface FeedServiceConfig extends PublicServiceConfig {
  /** Base URL of token issuance, without `/oauth/token`. */
  tokenUrl: string;
  /** Base URL of the calls 4.2 to 4.4. */
  baseUrl: string;
  /** Names the publisher's backend at the operator (RFC 6749 §2.2). */
  clientId: string;
  /** A secret of the publisher's backend: it is sent to `tokenUrl` alone. */
  clientSecret: string;
  /** Issued by the operator's support. */
  onboardingOriginId: string;
  /** Space-separated; default "vault:impersonate profile:user:read". */
  scope?: string | undefined;
  /** Milliseconds for the whole of `privateFeed`, tries and waits included; default 8,000. */
  deadline?: number | undefined;
  /**
   * Hosts of `tokenUrl` and `baseUrl` that may be reached over plain http, such as "service:8787" in
   * a network of containers. Secrets pass through that network unprotected.
   */
  allowInsecureHosts?: readonly string[] | undefined;
  /**
   * Shares access tokens, user IDs and access answers with other processes. Entries are encrypted
   * with a key from `clientSecret`.
   */
  cache?: SharedCache | undefined;
  /**
   * Seconds for which feed links are kept in the `cache`; default 300. For as long, a member whose
   * access has ended still gets the link. No access is kept for 5 seconds at most.
   */
  accessTtl?: number | undefined;
  /** Whether `privateFeed` creates users that are not known yet; default true. */
  createUsers?: boolean | undefined;
  /**
   * Whether the service offers connections and new feed links (docs/service.md 5), as ours does.
   * Only then does the client have `connections` and `resetFeed`. Default false.
   */
  extensions?: boolean | undefined;
}

export const configNames: OptionNames<FeedServiceConfig> = {
  tokenUrl: true,
  baseUrl: true,
  parserUrl: true,
  consumeUrl: true,
  parserFormat: true,
  clientId: true,
  clientSecret: true,
  onboardingOriginId: true,
  scope: true,
  createUsers: true,
  extensions: true,
  deadline: true,
  cache: true,
  accessTtl: true,
  allowInsecureHosts: true,
  fetch: true,
  now: true,
};

/** Options of every call. */
export interface CallOptions {
  /** Ends the call when it aborts. */
  signal?: AbortSignal | undefined;
}

/** Calls that only some services offer (docs/service.md 5). */
export interface FeedServiceExtensions {
  /**
   * The apps that have fetched the member's feed, the latest first.
   * @throws {PrivatePodcastError} `no-access`, `not-found` if the service does not offer this, or
   * what one of the calls threw.
   * @example
   * const [latest] = await service.connections({ email, sku: 'sid:member-show' });
   * if (latest) console.log(`${latest.name} fetched it at ${latest.lastFetchedAt}.`);
   */
  connections: (request: PrivateFeedRequest) => Promise<Connection[]>;
  /**
   * A new feed link for the member. The old one stops working at once, in every app that has it.
   * @throws {PrivatePodcastError} as `connections`.
   * @example
   * const { feedUrl } = await service.resetFeed({ email, sku: 'sid:member-show' });
   */
  resetFeed: (request: PrivateFeedRequest) => Promise<PrivateFeed>;
}

/** The calls that need no client secret. Every method rejects with `PrivatePodcastError` only. */
export interface PublicServiceClient {
  /** URLs that a browser may know: the subscribe handler passes them on. */
  readonly publicEndpoints: {
    consumeUrl?: string | undefined;
    parserUrl?: string | undefined;
    parserFormat: string;
  };
  /**
   * 4.5: the podcast behind a feed URL.
   * @throws {PrivatePodcastError} `bad-feed` if the parser could not read the feed.
   * @example
   * const { title, episodes } = await service.parse(feedUrl);
   */
  parse: (feedUrl: string, options?: CallOptions) => Promise<Podcast>;
  /**
   * 4.6: the URL of the consume page. It is a secret, as the feed URL is.
   * @param locale a BCP 47 tag, such as "sv" or "en-GB".
   * @example
   * response.redirect(service.consumeUrl(feedUrl, 'sv'));
   */
  consumeUrl: (feedUrl: string, locale: string) => string;
}

/** The calls of docs/interface.md 4. */
export interface FeedServiceClient
  extends PublicServiceClient, FlowCalls, Partial<FeedServiceExtensions> {
  /**
   * 4.1: the access token, which is kept until it expires. Concurrent callers share one request.
   * @throws {PrivatePodcastError} `unauthorized` (client), `forbidden` (scopes).
   * @example
   * const { scope } = await service.issueToken();
   */
  issueToken: (options?: CallOptions) => Promise<AccessToken>;
  /**
   * 4.1 to 4.4 in one call. A user who is not known yet is created. Concurrent calls for the same
   * member and podcast share one run.
   * @throws {PrivatePodcastError} `no-access`, `no-feed`, `timeout` after `deadline`, or what one of
   * the calls threw.
   * @example
   * const { feedUrl, title } = await service.privateFeed({
   *   email: 'jane@example.com',
   *   sku: 'sid:member-show',
   *   signal: AbortSignal.timeout(8000),
   * });
   */
  privateFeed: (request: PrivateFeedRequest) => Promise<PrivateFeed>;
}

function required(value: string | undefined, field: string): string {
  if (value) return value;
  throw new PrivatePodcastError('config', `\`${field}\` is missing. Set it in the configuration.`);
}

function seconds(value: number | undefined, field: string, fallback: number): number {
  if (value === undefined) return fallback;
  if (Number.isFinite(value) && value >= 0) return value;
  throw new PrivatePodcastError('config', `\`${field}\` must be a number of seconds, 0 or more.`);
}

function optionalBaseUrl(value: string | undefined, field: string): string | undefined {
  return value ? requireBaseUrl(value, field) : undefined;
}

/**
 * A client of one feed service. It holds the client secret, so it belongs in a backend.
 * @throws {PrivatePodcastError} `config` if a URL or `deadline` is set but not valid, such as a
 * `tokenUrl` that ends in `/oauth/token`, or if there is no such option.
 * @example
 * const service = createFeedServiceClient({
 *   tokenUrl: 'https://auth.operator.example',
 *   baseUrl: 'https://api.operator.example',
 *   parserUrl: 'https://parser.operator.example',
 *   consumeUrl: 'https://listen.operator.example/consume',
 *   clientId: process.env.CLIENT_ID,
 *   clientSecret: process.env.CLIENT_SECRET,
 *   onboardingOriginId: process.env.ONBOARDING_ORIGIN_ID,
 * });
 * const { feedUrl } = await service.privateFeed({ email, sku: 'sid:member-show' });
 */
export function createFeedServiceClient(
  config: FeedServiceConfig & { extensions: true },
): FeedServiceClient & FeedServiceExtensions;
export function createFeedServiceClient(config: FeedServiceConfig): FeedServiceClient;
export function createFeedServiceClient(config: PublicServiceConfig): PublicServiceClient;
export function createFeedServiceClient(config: Partial<FeedServiceConfig>): FeedServiceClient {
  requireKnownOptions(config, configNames, { of: '`createFeedServiceClient`' });
  const { scope = defaultScope, parserFormat = defaultParserFormat } = config;
  const { createUsers = true, now = ownRuntime.now } = config;
  const deadline = optionalDuration(config.deadline, 'deadline') ?? DEFAULT_DEADLINE_MS;
  const insecureHosts = requireHosts(config.allowInsecureHosts);
  const runtime: Runtime = {
    fetch: config.fetch ?? ownRuntime.fetch,
    now: () => Number(now()),
    insecureHosts,
  };
  const cache =
    config.cache &&
    createSealedCache({
      cache: config.cache,
      secret: () => required(config.clientSecret, 'clientSecret'),
      now: runtime.now,
    });
  const keeping = cache && {
    cache,
    origin: config.onboardingOriginId ?? '',
    accessTtl: seconds(config.accessTtl, 'accessTtl', DEFAULT_ACCESS_TTL_SECONDS),
  };
  for (const field of ['tokenUrl', 'baseUrl'] as const) {
    if (config[field]) requireBaseUrl(config[field], field, insecureHosts);
  }
  const tokens = new TokenKeeper({
    credentials: () => ({
      tokenUrl: requireBaseUrl(config.tokenUrl, 'tokenUrl', insecureHosts),
      clientId: required(config.clientId, 'clientId'),
      clientSecret: required(config.clientSecret, 'clientSecret'),
      scope,
    }),
    issue: (credentials, signal) =>
      withRetries(() => issueToken(runtime, credentials, signal), {
        after: afterAnyFailure,
        signal,
        now: runtime.now,
      }),
    now: runtime.now,
    cache,
  });
  const requestWith = (accessTokens: AccessTokens) =>
    createAuthorizedRequest(runtime, {
      baseUrl: () => requireBaseUrl(config.baseUrl, 'baseUrl', insecureHosts),
      tokens: accessTokens,
      scope,
    });
  const callsWith = (request: AuthorizedRequest): FlowCalls => {
    return {
      userByEmail: (email, options) => userByEmail(request, email, options),
      autoOnboard: async (options) =>
        autoOnboard(request, {
          ...options,
          onboardingOriginId: required(config.onboardingOriginId, 'onboardingOriginId'),
        }),
      access: (entitlementId, options) => access(request, entitlementId, options),
    };
  };
  const extensionsWith = (request: AuthorizedRequest): ExtensionCalls => ({
    connections: (entitlementId, options) => connections(request, entitlementId, options),
    resetFeed: (entitlementId, options) => resetFeed(request, entitlementId, options),
  });

  const shared = createSharedCalls();

  /** Makes a call of a flow. Concurrent ones for the same member and podcast share one run. */
  function createFlow<T>(
    run: (
      calls: FlowCalls & ExtensionCalls,
      member: MemberAndProduct,
      options: FlowOptions,
    ) => Promise<T>,
  ): (request: PrivateFeedRequest) => Promise<T> {
    const flights = new SharedFlights<T>();
    return async (asked) => {
      const member = requireMember(asked);
      const { fresh = false } = asked;
      return flights.join(JSON.stringify([member, fresh]), asked.signal, (waitedFor) =>
        withDeadline({ name: serviceName, timeout: deadline, signal: waitedFor }, (signal) => {
          const request = requestWith(tokens.forFlow());
          const calls = shared({ ...callsWith(request), ...extensionsWith(request) });
          return run(calls, member, { createUsers, fresh, keeping, signal });
        }),
      );
    };
  }

  return {
    ...callsWith(requestWith(tokens)),
    publicEndpoints: {
      consumeUrl: optionalBaseUrl(config.consumeUrl, 'consumeUrl'),
      parserUrl: optionalBaseUrl(config.parserUrl, 'parserUrl'),
      parserFormat,
    },
    issueToken: (options) => tokens.get(options?.signal),
    parse: async (feedUrl, options) => {
      const parserUrl = requireBaseUrl(config.parserUrl, 'parserUrl');
      return withRetries(
        () => parseFeed(feedUrl, { ...options, parserUrl, parserFormat, runtime }),
        { after: afterAnyFailure, signal: options?.signal, now: runtime.now },
      );
    },
    consumeUrl: (feedUrl, locale) =>
      consumePageUrl(requireBaseUrl(config.consumeUrl, 'consumeUrl'), feedUrl, locale),
    privateFeed: createFlow(findFeed),
    ...(config.extensions && {
      connections: createFlow(findConnections),
      resetFeed: createFlow(replaceFeed),
    }),
  };
}
