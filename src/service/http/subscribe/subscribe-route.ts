/** /subscribe: the publisher kit's handler, for a site that only makes subscribe tokens. */
import type { Handler } from 'hono';
import { BoundedMap } from '../../../api/cache/bounded-map.js';
import { PrivatePodcastError } from '../../../errors/private-podcast-error.js';
import { problemResponse } from '../../../errors/problem-details.js';
import type { Publisher } from '../../../pages/publisher.js';
import { createRateLimits } from '../../../publisher/handler/rate-limit.js';
import {
  createLimitedHandler,
  type SubscribeHandler,
} from '../../../publisher/handler/subscribe-handler.js';
import { isSecureUrl } from '../../../urls/web-url.js';
import type { Log } from '../../failures/log.js';
import { createFeedSource, type FeedSourceParts } from './feed-source.js';
import { describeFailure } from '../../failures/describe-failure.js';
import type { Database } from '../../store/database/database.js';
import type { BaseUrl } from '../requests/base-url.js';
import { createHandoffCache } from '../../store/handoff-cache.js';

/** For a site that only makes subscribe tokens (docs/interface.md 10). */
export interface SubscribeConfig {
  /**
   * The key that the site signs its subscribe tokens with: at least 256 random bits. Of several,
   * each is accepted, so that the site can change to a new one.
   */
  secret: string | readonly string[];
  /** Exact origins of the site's pages, such as "https://www.example.com". */
  allowedOrigins: readonly string[];
}

/**
 * Names under which one machine reaches the service, and what its catalogue says of the publisher; of
 * more, the oldest handlers are made again.
 */
const MAX_HANDLERS = 16;

/** The handler's options, as the service has them. */
const ownNames: Readonly<Record<string, string>> = {
  '`allowedOrigins`': '--origin',
  '`publicUrl`': '--public-url',
  '`secret`': 'PPS_SUBSCRIBE_SECRET (--subscribe-secret)',
};

/** The same failure, in the names of the service's options. */
function byOwnNames(error: PrivatePodcastError): PrivatePodcastError {
  const message = error.message.replaceAll(/`\w+`/g, (name) => ownNames[name] ?? name);
  if (message === error.message) return error;
  const { code, status, retryAfter, cause } = error;
  return new PrivatePodcastError(code, message, { status, retryAfter, cause });
}

/**
 * What the handler is made of here.
 * @internal
 */
export interface SubscribeParts extends FeedSourceParts {
  database: Database;
  now: () => Date;
  log: Log;
  baseUrl: BaseUrl;
}

/**
 * @throws {PrivatePodcastError} `config` if the secret is too short or an origin is not one.
 * @internal
 */
export function serveSubscribe(
  { database, now, log, baseUrl: baseUrlOf, ...sources }: SubscribeParts,
  { secret, allowedOrigins }: SubscribeConfig,
): Handler {
  const handoffCache = createHandoffCache(database, now);
  // Without a cache: each poll of a member's page would write to the database.
  const rateLimits = createRateLimits({ now: () => Number(now()) });
  const create = (baseUrl: string, publisher?: Publisher): SubscribeHandler =>
    createLimitedHandler(
      {
        service: createFeedSource(sources, baseUrl),
        secret,
        allowedOrigins,
        handoffCache,
        publisher,
        now,
        onError(error) {
          // That a member has no access is an answer.
          if (error.code !== 'no-access') log(describeFailure(byOwnNames(error)));
        },
      },
      rateLimits,
    );
  // Without a public URL the base URL is that of each request. This one finds mistakes at the start.
  try {
    create('http://127.0.0.1');
  } catch (error) {
    throw error instanceof PrivatePodcastError ? byOwnNames(error) : error;
  }
  const handlers = new BoundedMap<SubscribeHandler>(MAX_HANDLERS);
  return (c) => {
    const baseUrl = baseUrlOf(c);
    if (!isSecureUrl(baseUrl)) {
      return problemResponse(
        421,
        'bad-input',
        'The service has no https URL under this host. Reach it by its own, or set --public-url.',
      );
    }
    const { publisher } = sources.catalogue.current;
    const key = JSON.stringify([baseUrl, publisher]);
    const handler = handlers.get(key) ?? create(baseUrl, publisher);
    handlers.set(key, handler);
    return handler(c.req.raw);
  };
}
