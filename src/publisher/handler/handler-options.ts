/** The subscribe handler's options, checked as a whole when the handler is made. */
import type { SharedCache } from '../../api/cache/shared-cache.js';
import { requireCompleteConfig } from '../../api/checks/complete-config.js';
import { requireKnownOptions, type OptionNames } from '../../api/checks/known-options.js';
import {
  configNames,
  createFeedServiceClient,
  type FeedServiceClient,
  type FeedServiceConfig,
} from '../../api/client.js';
import { DEFAULT_DEADLINE_MS } from '../../api/deadline.js';
import { optionalDuration, requireBaseUrl } from '../../api/checks/input.js';
import { PrivatePodcastError } from '../../errors/private-podcast-error.js';
import { isSecureUrl, isWebUrl } from '../../urls/web-url.js';
import { readOrigins } from './cors.js';
import type { Publisher } from '../../pages/publisher.js';
import { createHandoff, type Handoff } from '../handoff/handoff.js';
import { readPublisher } from '../handoff/publisher-option.js';
import { createRememberingVerifier } from '../tokens/remembered-tokens.js';
import type { OnError } from './failure-log.js';
import {
  verificationKeys,
  type SharedSecret,
  type SubscribeSecrets,
} from '../tokens/signing-key.js';
import type { Clock, VerifiedToken } from '../tokens/subscribe-token.js';
import { askVerifier, type VerifyToken } from '../tokens/verify-token.js';

/** The part of a client that the handler needs. A publisher that hosts its own feeds passes its own object. */
export type FeedSource = Pick<FeedServiceClient, 'privateFeed'> &
  Partial<Pick<FeedServiceClient, 'publicEndpoints' | 'connections' | 'resetFeed'>>;

/** Requests per minute. Who makes more gets a 429. No member reaches the default. */
export interface RequestLimits {
  /** Of one member, for one podcast; default 300. */
  member?: number | undefined;
}

/** The subscribe handler's options, but for how it verifies tokens. */
export interface HandlerSettings extends Clock {
  /** A client, or the configuration of one. */
  service: FeedSource | FeedServiceConfig;
  /**
   * Exact origins of the pages that may call the handler, such as "https://www.example.com".
   * Pages of the handler's own origin always may.
   */
  allowedOrigins: readonly string[];
  /**
   * The handler's own URL as browsers see it. Needed only if a proxy changes the host, and tokens
   * are bound to the handler's own origin.
   */
  publicUrl?: string | undefined;
  /**
   * Shared by all processes: for hand-off codes, the limits of members, and if `service` is a configuration, for
   * access tokens, user IDs and access answers. Default: each process remembers its own codes and
   * counts by itself, which is right for one process and wrong for serverless runtimes.
   */
  cache?: SharedCache | undefined;
  /**
   * Holds the hand-off codes in place of `cache`, such as a table of your database. With `false`
   * the handler makes none, and the member's QR code holds the address of the page it is on.
   */
  handoffCache?: SharedCache | false | undefined;
  /**
   * Seals hand-off codes in a cache; of a list, the first one seals and all of them open.
   * Default: `secret`, if that is symmetric.
   */
  handoffSecret?: SharedSecret | readonly SharedSecret[] | undefined;
  /** Name, colour and ways back of the pages that a used or expired hand-off link shows. */
  publisher?: Publisher | undefined;
  /** Requests per minute; see {@link RequestLimits} for the default. */
  limits?: RequestLimits | undefined;
  /** Milliseconds for a whole answer; default 8,000, under the 10 s after which the element gives up. */
  deadline?: number | undefined;
  /** Called with every failure, for the publisher's log. Default: `console.error`, throttled. */
  onError?: OnError | undefined;
}

/** The handler verifies subscribe tokens. */
export interface WithSecret {
  /** Verifies subscribe tokens. Of an asymmetric key, the public one is enough. */
  secret: SubscribeSecrets;
  verifyToken?: undefined;
}

/** The publisher's own function verifies tokens. */
export interface WithVerifier {
  /** Verifies the tokens of the publisher's own login, in place of ours. */
  verifyToken: VerifyToken;
  secret?: SubscribeSecrets | undefined;
}

/** Options of `createSubscribeHandler`. */
export type SubscribeHandlerOptions = HandlerSettings & (WithSecret | WithVerifier);

const optionNames: OptionNames<HandlerSettings & WithSecret> = {
  service: true,
  secret: true,
  verifyToken: true,
  allowedOrigins: true,
  publicUrl: true,
  cache: true,
  handoffCache: true,
  handoffSecret: true,
  publisher: true,
  limits: true,
  deadline: true,
  onError: true,
  now: true,
};

const limitNames: OptionNames<RequestLimits> = { member: true };

const of = '`createSubscribeHandler`';

/** The options once they have been read. */
export interface Handling {
  service: FeedSource;
  verify: (token: string) => Promise<VerifiedToken>;
  origins: ReadonlySet<string>;
  publicUrl: string | undefined;
  /** Milliseconds. */
  deadline: number;
  handoff: Handoff | undefined;
  publisher: Publisher | undefined;
  /** Requests per minute of one member, for one podcast. */
  memberLimit: number;
}

const DEFAULT_MEMBER_LIMIT = 300;

function config(message: string): PrivatePodcastError {
  return new PrivatePodcastError('config', message);
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

function sourceOf(options: SubscribeHandlerOptions, deadline: number): FeedSource {
  const { service, now, cache } = options;
  if (!isObject(service)) {
    throw config(
      '`service` is missing. Pass the configuration of a client, or an object with `privateFeed`.',
    );
  }
  if (!('privateFeed' in service)) {
    requireKnownOptions(service, configNames, { of, prefix: 'service.' });
    requireCompleteConfig(service);
    return createFeedServiceClient({ now, cache, deadline, ...service });
  }
  for (const name of ['privateFeed', 'connections', 'resetFeed'] as const) {
    const isMissing = name !== 'privateFeed' && service[name] === undefined;
    if (!isMissing && typeof service[name] !== 'function') {
      throw config(`\`service.${name}\` must be a function.`);
    }
  }
  const { consumeUrl, parserUrl } = service.publicEndpoints ?? {};
  if (consumeUrl) requireBaseUrl(consumeUrl, 'service.publicEndpoints.consumeUrl');
  if (parserUrl) requireBaseUrl(parserUrl, 'service.publicEndpoints.parserUrl');
  return service;
}

function verifierOf({ secret, verifyToken, now }: SubscribeHandlerOptions): Handling['verify'] {
  if (verifyToken !== undefined) {
    if (typeof verifyToken !== 'function') throw config('`verifyToken` must be a function.');
    return (token) => askVerifier(verifyToken, token);
  }
  return createRememberingVerifier(verificationKeys(secret), { now });
}

function requirePublicUrl(url: string): string {
  if (isWebUrl(url) && isSecureUrl(url)) return url;
  throw config('`publicUrl` must be an absolute https URL (plain http on loopback only).');
}

function readMemberLimit({ member = DEFAULT_MEMBER_LIMIT }: RequestLimits = {}): number {
  if (member >= 1) return member;
  throw config('`limits.member` must be 1 or more requests per minute.');
}

function requireCache(cache: SharedCache | false | undefined, name: string): void {
  if (!cache) return;
  if (typeof cache.getItem === 'function' && typeof cache.setItem === 'function') return;
  throw config(`\`${name}\` needs \`getItem\` and \`setItem\`, as unstorage has them.`);
}

/**
 * Reads the options.
 * @throws {PrivatePodcastError} `config` if one is missing, weak or not valid, or is none.
 */
export function readOptions(options: SubscribeHandlerOptions): Handling {
  requireKnownOptions(options, optionNames, { of });
  if (options.limits !== undefined)
    requireKnownOptions(options.limits, limitNames, { of, prefix: 'limits.' });
  const deadline = optionalDuration(options.deadline, 'deadline') ?? DEFAULT_DEADLINE_MS;
  const service = sourceOf(options, deadline);
  const { onError, publicUrl, cache, handoffCache } = options;
  if (onError !== undefined && typeof onError !== 'function') {
    throw config('`onError` must be a function.');
  }
  requireCache(cache, 'cache');
  requireCache(handoffCache, 'handoffCache');
  const publisher = readPublisher(options.publisher);
  const { consumeUrl } = service.publicEndpoints ?? {};
  return {
    service,
    verify: verifierOf(options),
    origins: readOrigins(options.allowedOrigins),
    publicUrl: publicUrl === undefined ? undefined : requirePublicUrl(publicUrl),
    deadline,
    memberLimit: readMemberLimit(options.limits),
    publisher,
    handoff: createHandoff({ ...options, publisher, consumeUrl }),
  };
}
