/** The flow of INTERFACE.md 1 in one client: token, user, access, feed link, parser, page. */
import type { Podcast } from '../podcast/schema.js';
import { requireBaseUrl } from './input.js';
import { createSend } from './bearer.js';
import type { SharedCache } from './cache.js';
import { consumeUrl } from './consume.js';
import { access, autoOnboard } from './entitlements.js';
import { PrivatePodcastError } from '../errors/private-podcast-error.js';
import { defaultParserFormat } from './parser-url.js';
import { parseFeed } from './parser.js';
import {
  privateFeed,
  type FlowCalls,
  type PrivateFeed,
  type PrivateFeedRequest,
} from './private-feed.js';
import { userByEmail } from './profile.js';
import { ownRuntime, type Runtime } from './request.js';
import { afterAnyFailure, withRetries } from './retry.js';
import { TokenKeeper } from './token-keeper.js';
import { issueToken, type AccessToken } from './token.js';

/** The scopes that the flow uses (INTERFACE.md 5.4). */
const defaultScope = 'vault:impersonate profile:user:read';

/** Only what a call needs must be there; what is missing is said when it is needed. */
export interface FeedServiceConfig {
  /** Base addresses, without trailing paths: the placeholders of INTERFACE.md. */
  tokenUrl?: string | undefined;
  baseUrl?: string | undefined;
  parserUrl?: string | undefined;
  consumeUrl?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  /** Issued by the service operator's support. */
  onboardingOriginId?: string | undefined;
  /** Space-separated; default "vault:impersonate profile:user:read". */
  scope?: string | undefined;
  /** Default "service". */
  parserFormat?: string | undefined;
  /** Milliseconds for one request; default 10,000. */
  timeout?: number | undefined;
  /** Shares the access token with other processes; it holds the token as it is. */
  cache?: SharedCache | undefined;
  /** Default: the platform's. */
  fetch?: typeof fetch | undefined;
  /** The time, in milliseconds since 1970; default: the platform's. */
  now?: (() => number | Date) | undefined;
}

interface Abortable {
  signal?: AbortSignal | undefined;
}

/**
 * `userByEmail` is 4.2, `autoOnboard` 4.3 (`origin` defaults to "EXTERNAL"; no access is an
 * empty list or `no-access`), `access` 4.4 (`format` defaults to "RSS"; all items, feed or
 * not). Every method rejects with `PrivatePodcastError` alone.
 */
export interface FeedServiceClient extends FlowCalls {
  /** What a browser may know of this service, for the subscribe handler's answer. */
  readonly publicEndpoints: {
    consumeUrl?: string | undefined;
    parserUrl?: string | undefined;
    parserFormat: string;
  };
  /** 4.1; kept until it expires, one request in flight. */
  issueToken: (options?: Abortable) => Promise<AccessToken>;
  /** 4.5 */
  parse: (feedUrl: string, options?: Abortable) => Promise<Podcast>;
  /** 4.6 */
  consumeUrl: (feedUrl: string, locale: string) => string;
  /**
   * 1 to 4 in one call; a user not known yet is created.
   * @throws {PrivatePodcastError} `no-access`, `no-feed`, or what a call of it threw.
   */
  privateFeed: (request: PrivateFeedRequest) => Promise<PrivateFeed>;
}

function required(value: string | undefined, field: string): string {
  if (value) return value;
  throw new PrivatePodcastError('config', `\`${field}\` is missing. Set it in the configuration.`);
}

function optional(value: string | undefined, field: string): string | undefined {
  return value ? requireBaseUrl(value, field) : undefined;
}

/** A client of one feed service. It holds the client secret: backends only. */
export function createFeedServiceClient(config: FeedServiceConfig): FeedServiceClient {
  const { timeout, parserFormat = defaultParserFormat, now = ownRuntime.now } = config;
  const platform: Runtime = { fetch: config.fetch ?? ownRuntime.fetch, now: () => Number(now()) };
  const tokens = new TokenKeeper({
    credentials: () => ({
      tokenUrl: requireBaseUrl(config.tokenUrl, 'tokenUrl'),
      clientId: required(config.clientId, 'clientId'),
      clientSecret: required(config.clientSecret, 'clientSecret'),
      scope: config.scope ?? defaultScope,
      timeout,
    }),
    issue: (credentials) =>
      withRetries(() => issueToken(platform, credentials), {
        after: afterAnyFailure,
        now: platform.now,
      }),
    now: platform.now,
    cache: config.cache,
  });
  const send = createSend(platform, {
    baseUrl: () => requireBaseUrl(config.baseUrl, 'baseUrl'),
    tokens,
    timeout,
  });

  const calls: FlowCalls = {
    userByEmail: (email, options) => userByEmail(send, email, options),
    autoOnboard: async (request) =>
      autoOnboard(send, {
        ...request,
        onboardingOriginId: required(config.onboardingOriginId, 'onboardingOriginId'),
      }),
    access: (entitlementId, options) => access(send, entitlementId, options),
  };

  return {
    ...calls,
    publicEndpoints: {
      consumeUrl: optional(config.consumeUrl, 'consumeUrl'),
      parserUrl: optional(config.parserUrl, 'parserUrl'),
      parserFormat,
    },
    issueToken: (options) => tokens.get(options?.signal),
    parse: async (feedUrl, options) => {
      const parserUrl = requireBaseUrl(config.parserUrl, 'parserUrl');
      return withRetries(
        () => parseFeed(feedUrl, { ...options, parserUrl, parserFormat, timeout, platform }),
        { after: afterAnyFailure, signal: options?.signal, now: platform.now },
      );
    },
    consumeUrl: (feedUrl, locale) =>
      consumeUrl(requireBaseUrl(config.consumeUrl, 'consumeUrl'), feedUrl, locale),
    privateFeed: (request) => privateFeed(calls, request),
  };
}
